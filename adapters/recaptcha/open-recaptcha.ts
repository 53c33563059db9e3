import type { ChallengeAction } from '#core/ports/challenge.ts'
import { loadScript } from '../browser/load-script.ts'
import { within } from '../browser/time-limit.ts'

export type RecaptchaSettings = {
  /** A reCAPTCHA v3 site key. */
  readonly siteKey: string
  /** When set, this script defines `window.grecaptcha` instead of Google's. */
  readonly scriptUrl?: string
}

/** The part of reCAPTCHA's script that is used. Source: developers.google.com/recaptcha/docs/v3. */
type Grecaptcha = {
  ready(work: () => void): void
  render(
    place: HTMLElement,
    options: { sitekey: string; size: 'invisible'; badge: 'inline' },
  ): number
  execute(widget: number, options: { action: ChallengeAction }): PromiseLike<string>
}

export type RecaptchaParts = {
  /** Null when no challenge is set up. */
  readonly settings: () => Promise<RecaptchaSettings | null>
  readonly tab: Window & { readonly grecaptcha?: Grecaptcha }
  /** How long the script, and then each token, may take, in milliseconds. */
  readonly timeout?: number
}

const GOOGLE = 'https://www.google.com/recaptcha/api.js'

/** Loads reCAPTCHA. Returns a function that requests tokens; null when no challenge is set up. */
export const openRecaptcha = async ({ settings, tab, timeout = 20_000 }: RecaptchaParts) => {
  const found = await settings()
  if (found === null) return null
  const { siteKey, scriptUrl = GOOGLE } = found

  const open = async () => {
    await loadScript(tab.document, `${scriptUrl}?render=explicit`)
    const { grecaptcha } = tab
    if (grecaptcha === undefined) throw new Error('The script of reCAPTCHA did not define it.')
    await new Promise<void>((resolve) => grecaptcha.ready(resolve))
    // The badge is required. At the end of the page it covers nothing.
    const place = tab.document.createElement('aside')
    place.setAttribute('aria-label', 'reCAPTCHA')
    tab.document.body.append(place)
    const widget = grecaptcha.render(place, {
      sitekey: siteKey,
      size: 'invisible',
      badge: 'inline',
    })
    return async (action: ChallengeAction) => grecaptcha.execute(widget, { action })
  }

  const execute = await within(timeout, open())
  return (action: ChallengeAction) => within(timeout, execute(action))
}
