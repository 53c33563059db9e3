/** Thrown for wrong settings; `problems` has one sentence for each. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

export const shortestSecret = 32

const modes: readonly string[] = ['production', 'development', 'test']

export const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
export const isHttps = (value: string): boolean =>
  URL.canParse(value) && new URL(value).protocol === 'https:'

/** Whether a Stripe key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

/**
 * Reads settings one by one, and keeps a sentence for each that is wrong. A wrong one is returned
 * unchanged; the caller throws `problems` once all have been read.
 */
export const openEnvironment = (environment: Environment) => {
  const problems: string[] = []

  /** Null when it is unset or empty. */
  const text = (name: string): string | null => environment[name]?.trim() || null
  const mode = text('NODE_ENV')
  const production = mode === 'production' || isLiveKey(text('STRIPE_SECRET_KEY') ?? '')

  /**
   * Reads and checks a setting; null when it is unset. `wanted` completes the sentence "must be".
   */
  const checked = (
    name: string,
    isRight: (value: string) => boolean,
    wanted: string,
    value: string | null = text(name),
  ): string | null => {
    if (value !== null && !isRight(value))
      problems.push(`${name} must be ${wanted}, but is "${value}".`)
    return value
  }

  /** A URL that is called or linked to; it must be https in production. */
  const url = (name: string): string | null =>
    production
      ? checked(name, isHttps, 'an https URL in production')
      : checked(name, isHttpUrl, 'an http or https URL')

  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    const number = Number(value)
    if (!Number.isInteger(number) || number < min || number > max)
      problems.push(`${name} must be a whole number from ${min} to ${max}, but is "${value}".`)
    return number
  }

  const isOn = (name: string, fallback: boolean): boolean =>
    (checked(name, (value) => ['true', 'false'].includes(value), 'true or false') ??
      String(fallback)) === 'true'

  /** Reads a setting that has a default outside production only. */
  const required = (name: string, fallback: string): string => {
    const value = text(name)
    if (value === null && production) problems.push(`${name} must be set in production.`)
    return value ?? fallback
  }

  /** Adds the problem if the setting is wrong, but only in production. */
  const refuseInProduction = (isWrong: boolean, problem: string): void => {
    if (production && isWrong) problems.push(problem)
  }

  if (mode !== null && !modes.includes(mode))
    problems.push(`NODE_ENV must be production, development, test or unset, but is "${mode}".`)

  return {
    problems,
    /** By NODE_ENV, or a live Stripe key. */
    production,
    text,
    checked,
    url,
    integer,
    isOn,
    required,
    refuseInProduction,
  }
}

export type OpenEnvironment = ReturnType<typeof openEnvironment>
