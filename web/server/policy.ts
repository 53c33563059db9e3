import type { SiteConfig } from '../app/config.ts'
import { reportsPath } from './csp-reports.ts'
import type { ServerSettings } from './settings.ts'
import type { InlineSources } from './site-manifest.ts'

/** Origins that the page may reach beside its own, by what for. */
type Reach = { readonly scripts: readonly string[]; readonly frames: readonly string[]; readonly connections: readonly string[] }

const originOf = (url: string): string => new URL(url).origin

const payments = (scriptUrl: string | undefined): Reach => {
  if (scriptUrl) {
    const origin = originOf(scriptUrl)
    return { scripts: [origin], frames: [origin], connections: [origin] }
  }
  return {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  }
}

const identity = (emulatorUrl: string | undefined): readonly string[] =>
  emulatorUrl ? [originOf(emulatorUrl)] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']

/** For the identity provider, which uses Google's own, and for taking a card, where another may stand in. */
const google: Reach = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
}

const recaptcha = (scriptUrl: string | undefined): Reach => {
  if (!scriptUrl) return google
  const origin = originOf(scriptUrl)
  return { scripts: [...google.scripts, origin], frames: [...google.frames, origin], connections: [...google.connections, origin] }
}

const amplitude = ({ serverUrl }: NonNullable<SiteConfig['amplitude']>): string =>
  originOf(serverUrl ?? 'https://api2.amplitude.com')

const unique = (...sources: readonly string[]) => [...new Set(sources)].join(' ')

/**
 * The security headers of documents, and their content security policy: the site itself, the services that its
 * configuration names, and nothing inline but what the document was sent with.
 */
const hsts = (siteUrl: string) => siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** For every answer, redirects and failures included; a document brings a policy of its own. */
export const answerHeaders = (siteUrl: string): Readonly<Record<string, string>> => ({
  'content-security-policy': "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  ...hsts(siteUrl),
})

export const createDocumentHeaders = ({ config, siteUrl, takesReports }: Pick<ServerSettings, 'config' | 'siteUrl' | 'takesReports'>) => {
  const card = payments(config.stripe.scriptUrl)
  const person = recaptcha(config.recaptcha?.scriptUrl)
  const isSecure = siteUrl.startsWith('https:')
  const connections = unique(
    "'self'",
    originOf(config.adminApiUrl),
    ...identity(config.authEmulatorUrl),
    ...card.connections,
    ...person.connections,
    ...(config.amplitude ? [amplitude(config.amplitude)] : []),
    ...(config.sentry ? [originOf(config.sentry.dsn)] : []),
  )
  const scripts = unique("'self'", ...card.scripts, ...person.scripts)
  const rest = [
    `connect-src ${connections}`,
    `frame-src ${unique(...card.frames, ...person.frames)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ...(takesReports ? [`report-uri ${reportsPath}`, 'report-to csp'] : []),
  ].join('; ')

  const fixed: Readonly<Record<string, string>> = {
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    // The filter it spoke to is gone, and did harm where it is not.
    'x-xss-protection': '0',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self ${card.frames.map((origin) => `"${origin}"`).join(' ')})`,
    ...hsts(siteUrl),
    ...(takesReports && { 'reporting-endpoints': `csp="${reportsPath}"` }),
  }

  return (inline: InlineSources): Readonly<Record<string, string>> => ({
    ...fixed,
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${[scripts, ...inline.scripts].join(' ')}`,
      `style-src ${["'self'", ...inline.styles].join(' ')}`,
      `style-src-attr ${inline.styleAttributes.length > 0 ? `'unsafe-hashes' ${inline.styleAttributes.join(' ')}` : "'none'"}`,
      rest,
    ].join('; '),
  })
}
