import type { Settings } from './settings.ts'

/** What the browser fetches as /config.json. Nothing in it is secret. */
export type SiteConfig = {
  adminApiUrl: string
  stagingAuth?: string
  firebase: { projectId: string; apiKey: string; authDomain: string }
  authEmulatorUrl?: string
  features?: { verification: boolean }
  stripe: { publishableKey: string; scriptUrl?: string }
  amplitude?: { apiKey: string; serverUrl?: string }
  sentry?: { dsn: string }
}

export const siteConfigOf = ({ firebase, stripe, amplitude, ...settings }: Settings): SiteConfig => ({
  adminApiUrl: settings.adminApiUrl,
  stagingAuth: settings.stagingAuth,
  firebase: { projectId: firebase.projectId, apiKey: firebase.apiKey, authDomain: firebase.authDomain },
  authEmulatorUrl: firebase.emulatorHost && `http://${firebase.emulatorHost}`,
  // reCAPTCHA can not load without the internet, and the emulator asks for none.
  features: firebase.emulatorHost ? { verification: false } : undefined,
  stripe: {
    publishableKey: stripe.publishableKey,
    scriptUrl: stripe.apiBase && `http://localhost:${settings.ports.payments}/v3/stripe.js`,
  },
  amplitude,
  sentry: settings.sentryDsn === undefined ? undefined : { dsn: settings.sentryDsn },
})
