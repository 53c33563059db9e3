import type { Settings } from './settings.ts'

/** What the browser fetches as /config.json. Nothing in it is secret. */
export type SiteConfig = {
  adminApiUrl: string
  stagingAuth?: string
  firebase: { projectId: string; apiKey: string; authDomain: string }
  authEmulatorUrl?: string
  features?: { verification: boolean }
  stripe: { publishableKey: string; scriptUrl?: string }
  recaptcha?: { siteKey: string; scriptUrl?: string }
  analytics?: { apiKey: string; serverUrl: string }
  sentry?: { dsn: string }
}

export const siteConfigOf = ({
  firebase,
  stripe,
  recaptcha,
  analytics,
  ...settings
}: Settings): SiteConfig => ({
  adminApiUrl: settings.adminApiUrl,
  stagingAuth: settings.stagingAuth,
  firebase: {
    projectId: firebase.projectId,
    apiKey: firebase.apiKey,
    authDomain: firebase.authDomain,
  },
  authEmulatorUrl: firebase.emulatorHost && `http://${firebase.emulatorHost}`,
  // The identity provider's own reCAPTCHA cannot load without the internet, and the emulator asks
  // for none.
  features: firebase.emulatorHost ? { verification: false } : undefined,
  stripe: {
    publishableKey: stripe.publishableKey,
    scriptUrl:
      stripe.apiBase &&
      `http://localhost:${settings.ports.payments}/v3/stripe.js${settings.hasTestWallet ? '?wallet' : ''}`,
  },
  recaptcha: recaptcha && {
    siteKey: recaptcha.siteKey,
    scriptUrl: recaptcha.local
      ? `http://localhost:${settings.ports.console}/recaptcha/api.js`
      : undefined,
  },
  analytics,
  sentry: settings.sentryDsn === undefined ? undefined : { dsn: settings.sentryDsn },
})
