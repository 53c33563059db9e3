import {
  isBeliefResult,
  isProduct,
  isProfile,
  isPromotion,
  isSubscriber,
  isSubscription,
  isSurveyResult,
} from '#core/model/persisted-schema.ts'
import { readQuestion } from '#core/model/question.ts'
import {
  hasShape,
  isFlag,
  isInteger,
  isListOf,
  isNullOr,
  isOneOf,
  isRecord,
  isText,
  isTime,
} from '#core/model/shape.ts'
import type { Check } from '#core/model/shape.ts'
import type { Money } from '#core/model/money.ts'
import type { PlanChangeLine, PlanChangePreview } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { Questionnaire } from '#core/model/survey.ts'
import type { Offers } from '#core/ports/admin-api.ts'

/**
 * A response to check for what no Pact matcher can express. Its data passes through the site's own
 * checks.
 */

export type Answered = {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: string
}

const brief = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 200)

/** Returns what is wrong with data: a phrase with a path for each problem. */
type ProblemsOf = (data: unknown) => string[]

/** Turns a check into one that names the value it fails at, which is the last one it reads. */
const by =
  (check: Check): ProblemsOf =>
  (data) => {
    let last = { path: '', value: data }
    const watched = (value: unknown, path: string): unknown => {
      last = { path, value }
      if (typeof value !== 'object' || value === null) return value
      return new Proxy(value, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name)
          if (
            typeof name === 'symbol' ||
            typeof member === 'function' ||
            (Array.isArray(target) && name === 'length')
          )
            return member
          return watched(
            member,
            Array.isArray(target) ? `${path}[${name}]` : [path, name].filter(Boolean).join('.'),
          )
        },
      })
    }
    return check(watched(data, '')) ? [] : [`${last.path || 'it'} is ${brief(last.value)}`]
  }

const resultChecks: Readonly<Record<string, Check>> = {
  survey: isSurveyResult,
  money_belief: isBeliefResult,
}

const isResult: Check = (value) =>
  isRecord(value) && (resultChecks[String(value.kind)]?.(value) ?? false)
const isDiagnosis: Check = (value) => isRecord(value) && isResult(value.result)

const isOffers = hasShape<Offers>({
  products: isListOf(isProduct),
  subscriber: isNullOr(isSubscriber),
  trialEligible: isFlag,
})

const whyNotAsked = (question: unknown): string => {
  const { type, options, min, max } = isRecord(question) ? question : {}
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    return `min ${min} is above max ${max}`
  const isChoice = type === 'single' || type === 'multiple' || type === 'picture'
  if (isChoice && (!Array.isArray(options) || options.length === 0)) return 'no options'
  return `it cannot be asked: ${brief(question)}`
}

const hasHead = hasShape<Pick<Questionnaire, 'kind' | 'version'>>({
  kind: isOneOf('survey', 'money_belief'),
  version: isText,
})

const problemsOfQuestionnaire: ProblemsOf = (data) => {
  const questions: unknown = isRecord(data) ? data.questions : undefined
  if (!Array.isArray(questions) || questions.length === 0) return ['no questions']
  return [
    ...by(hasHead)(data),
    ...questions.flatMap((question: unknown, index) =>
      readQuestion(question) === null
        ? [
            `questions[${index}]${isRecord(question) && isText(question.id) ? ` (${String(question.id)})` : ''}: ${whyNotAsked(question)}`,
          ]
        : [],
    ),
  ]
}

const isMoney = (least: number) => hasShape<Money>({ amount: isInteger(least), currency: isText })

/** The preview as sent: `effective` is spelled with an underscore there. */
type Preview = Omit<PlanChangePreview, 'effective'> & { readonly effective: string }

const isPreview = hasShape<Preview>({
  id: isText,
  productId: isText,
  effective: isOneOf('now', 'period_end'),
  dueToday: isMoney(0),
  lines: isListOf(
    hasShape<PlanChangeLine>({
      kind: isOneOf('plan', 'unused', 'discount', 'tax'),
      amount: isMoney(-Number.MAX_SAFE_INTEGER),
      period: hasShape<PlanChangeLine['period']>({ start: isTime, end: isTime }),
    }),
  ),
  nextCharge: hasShape<Preview['nextCharge']>({ date: isTime, amount: isMoney(0) }),
  endingPromotion: isNullOr(isPromotion),
})

type Withdrawal = { readonly subscription: Subscription; readonly refunded: Money }

const problemsOfPreview: ProblemsOf = (data) => {
  const unshowable = by(isPreview)(data)
  if (unshowable.length > 0) return unshowable
  const { dueToday, lines } = data as Preview
  const sum = lines.reduce((total, { amount }) => total + amount.amount, 0)
  return sum === dueToday.amount ? [] : [`lines come to ${sum}, not to ${dueToday.amount}`]
}

const isWithdrawal = hasShape<Withdrawal>({ subscription: isSubscription, refunded: isMoney(0) })

/** In the contract's states, the plan was charged once and in full. */
const problemsOfWithdrawal: ProblemsOf = (data) => {
  const unshowable = by(isWithdrawal)(data)
  if (unshowable.length > 0) return unshowable
  const { refunded, subscription } = data as Withdrawal
  const { amount } = subscription.price
  return refunded.amount === amount
    ? []
    : [`refunded is ${refunded.amount}, not the ${amount} that was paid`]
}

const diagnosis = '/api/v1/coaching/diagnosis'
const offers = '/api/v1/iap_subscriptions'
const subscriptions = `${offers}/stripe/subscriptions`

const checks: readonly (readonly [RegExp, ProblemsOf])[] = [
  [new RegExp(`^GET ${diagnosis}/public/questions$`), problemsOfQuestionnaire],
  [new RegExp(`^POST ${diagnosis}/public/calculate$`), by(isResult)],
  [new RegExp(`^POST ${diagnosis}$`), by(isDiagnosis)],
  [new RegExp(`^GET ${diagnosis}$`), by(isListOf(isDiagnosis))],
  [/^(?:GET|PATCH) \/api\/v1\/me$/, by(isProfile)],
  [new RegExp(`^GET ${offers}$`), by(isOffers)],
  [new RegExp(`^GET ${offers}/stripe/promotion_codes$`), by(isPromotion)],
  [new RegExp(`^POST ${subscriptions}$`), by(isSubscription)],
  [
    new RegExp(`^(?:DELETE ${subscriptions}/[^/]+|POST ${subscriptions}/[^/]+/(?:resume|change))$`),
    by(isSubscription),
  ],
  [new RegExp(`^POST ${subscriptions}/[^/]+/change_preview$`), problemsOfPreview],
  [new RegExp(`^POST ${subscriptions}/[^/]+/withdraw$`), problemsOfWithdrawal],
]

/** Repeated pillars and beliefs in results, at any depth. */
const repetitions = (data: unknown, path = ''): string[] => {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const place = Array.isArray(data) ? `${path}[${name}]` : [path, name].filter(Boolean).join('.')
    const ids =
      (name === 'pillars' || name === 'beliefs') && Array.isArray(value)
        ? value.map((item: unknown) => isRecord(item) && item.id)
        : []
    const repeated = ids.filter(
      (id, index) => ids.indexOf(id) === index && ids.lastIndexOf(id) > index,
    )
    const times = (id: unknown) => ids.filter((each) => each === id).length
    return [
      ...repeated.map(
        (id) => `${place} holds ${brief(id)} ${times(id) === 2 ? 'twice' : `${times(id)} times`}`,
      ),
      ...repetitions(value, place),
    ]
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** Subscriptions in good standing whose period is long over; the clocks may differ a little. */
const endedPeriods = (data: unknown): string[] => {
  if (typeof data !== 'object' || data === null) return []
  const { status, currentPeriodEnd: end } = data as Partial<Subscription>
  const isOver =
    (status === 'trialing' || status === 'active') &&
    typeof end === 'string' &&
    Date.parse(end) < Date.now() - dayMs
  return [
    ...(isOver ? [`it is ${status}, but currentPeriodEnd was ${end}`] : []),
    ...Object.values(data).flatMap(endedPeriods),
  ]
}

/** Some JavaScript engines parse 30 February as 2 March. */
const isRealDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const impossibleTimes = (data: unknown): string[] => {
  if (typeof data === 'string')
    return /^\d{4}-\d\d-\d\dT\d\d:/.test(data) && !isRealDay(data.slice(0, 10)) ? [data] : []
  return typeof data === 'object' && data !== null
    ? Object.values(data).flatMap(impossibleTimes)
    : []
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is wrong with a response's data: a sentence for each problem. */
export const problemsOfData = ({ method, path, status, body }: Answered): string[] => {
  const content = parse(body)
  if (status >= 300 || !isRecord(content)) return []
  const call = `${method} ${path.replace(/\?.*/, '')}`
  const problemsOf = checks.find(([pattern]) => pattern.test(call))?.[1]
  const unshowable =
    problemsOf === undefined
      ? []
      : [...problemsOf(content.data), ...repetitions(content.data), ...endedPeriods(content.data)]
  return [
    ...unshowable.map((problem) => `has data that the site cannot show: ${problem}`),
    ...impossibleTimes(content.data).map((time) => `has a day that does not exist: ${time}`),
  ]
}

const listOf = (header: string | null | undefined) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())

/**
 * What keeps a page of the origin from reading a response, including the two headers that CORS must
 * expose.
 */
export const problemsOfCors = ({ header }: Pick<Answered, 'header'>, origin: string): string[] => {
  const allowed = header('access-control-allow-origin')
  if (allowed !== origin && allowed !== '*') {
    return [`has the Access-Control-Allow-Origin ${allowed ?? '(none)'}, not ${origin}`]
  }
  const exposed = listOf(header('access-control-expose-headers'))
  return ['Retry-After', 'Date']
    .filter(
      (name) =>
        header(name) !== undefined &&
        !exposed.includes(name.toLowerCase()) &&
        !exposed.includes('*'),
    )
    .map((name) => `does not expose its ${name} (Access-Control-Expose-Headers)`)
}

export type Preflight = {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
}

/**
 * What keeps a browser from sending the request after this preflight answer. `*` does not cover
 * Authorization.
 */
export const problemsOfPreflight = (
  { method, headers }: Preflight,
  origin: string,
  { ok, status, headers: answer }: Response,
): string[] => {
  if (!ok) return [`answers ${status}`]
  const allowedOrigin = answer.get('access-control-allow-origin')
  const methods = listOf(answer.get('access-control-allow-methods')).map((name) =>
    name.toUpperCase(),
  )
  const names = listOf(answer.get('access-control-allow-headers'))
  const missing = headers.filter(
    (name) => !names.includes(name) && (name === 'authorization' || !names.includes('*')),
  )
  return [
    ...(allowedOrigin === origin || allowedOrigin === '*'
      ? []
      : [`has the Access-Control-Allow-Origin ${allowedOrigin ?? '(none)'}, not ${origin}`]),
    ...(['GET', 'POST', ...methods].some((name) => name === method || name === '*')
      ? []
      : [`does not allow ${method}`]),
    ...missing.map(
      (name) =>
        `does not allow the header ${name}${names.includes('*') ? ' (`*` does not stand for Authorization)' : ''}`,
    ),
  ]
}
