/**
 * What differs from one environment to the next; the built site is the same for all. Nothing in it
 * is secret.
 */
export type SiteConfig = {
  readonly adminApiUrl: string
  readonly stagingAuth?: string
  readonly firebase: {
    readonly projectId: string
    readonly apiKey: string
    readonly authDomain: string
  }
  /** When set, the Auth emulator replaces the identity provider. */
  readonly authEmulatorUrl?: string
  /**
   * If `verification` is false, the identity provider does not ask for reCAPTCHA. Its emulator
   * cannot check one.
   */
  readonly features?: { readonly verification?: boolean }
  readonly stripe: { readonly publishableKey: string; readonly scriptUrl?: string }
  /**
   * reCAPTCHA v3, which a visitor without an account passes before entering a card. `scriptUrl`
   * replaces Google's.
   */
  readonly recaptcha?: { readonly siteKey: string; readonly scriptUrl?: string }
  /** `serverUrl` is the address that events are sent to. */
  readonly analytics?: { readonly apiKey: string; readonly serverUrl: string }
  readonly sentry?: { readonly dsn: string }
}

/** Path of the runtime configuration. */
export const configPath = '/config.json'

/** Throws if the response is not a configuration. */
export const fetchConfig = async (
  fetch: (path: string) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<SiteConfig> => {
  const { status, text } = await fetch(configPath)
  const config = JSON.parse(text) as SiteConfig | null
  if (status === 200 && config?.adminApiUrl) return config
  throw new Error(`${configPath} answered ${status} without a configuration.`)
}
