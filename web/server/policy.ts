import helmet from '@fastify/helmet'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { SiteConfig } from '../app/config.ts'
import { reportsPath } from './csp-reports.ts'
import type { ServerSettings } from './settings.ts'
import type { InlineSources } from './site-manifest.ts'

type PolicySettings = Pick<ServerSettings, 'config' | 'siteUrl' | 'takesReports'>

/** Origins that a page may reach besides its own, by directive. */
type Reach = Readonly<Record<'scripts' | 'frames' | 'connections', readonly string[]>>

const stripe: Reach = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}

/** reCAPTCHA. The identity provider uses Google's own, even where another is configured. */
const google: Reach = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
}

const identityProvider = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
]

const originOf = (url: string): string => new URL(url).origin

const reachOf = (scriptUrl: string): Reach => {
  const origins = [originOf(scriptUrl)]
  return { scripts: origins, frames: origins, connections: origins }
}

const paymentsOf = ({ stripe: { scriptUrl } }: SiteConfig) =>
  scriptUrl === undefined ? stripe : reachOf(scriptUrl)

const servicesOf = ({ adminApiUrl, authEmulatorUrl, analytics, sentry }: SiteConfig) => [
  originOf(adminApiUrl),
  ...(authEmulatorUrl ? [originOf(authEmulatorUrl)] : identityProvider),
  ...(analytics ? [originOf(analytics.serverUrl)] : []),
  ...(sentry ? [originOf(sentry.dsn)] : []),
]

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

/**
 * Security headers for every response, redirects and errors included; a document has its own
 * policy.
 */
export const helmetOptions = ({ siteUrl }: Pick<ServerSettings, 'siteUrl'>) =>
  ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc,
        frameAncestors: ["'none'"],
      },
    },
    // Payment wallets answer from pop-ups, which `same-origin` would cut off.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure(siteUrl),
  }) satisfies FastifyHelmetOptions

/** Headers of documents that helmet does not know. */
export const documentHeaders = ({ config, takesReports }: PolicySettings) => {
  const frames = paymentsOf(config)
    .frames.map((origin) => `"${origin}"`)
    .join(' ')
  return {
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(self ${frames})`,
    ...(takesReports && { 'reporting-endpoints': `csp="${reportsPath}"` }),
  }
}

/**
 * The content security policy of a document: the site itself, the services that its configuration
 * names, and only the document's own inline code.
 */
export const createDocumentPolicy = ({ config, siteUrl, takesReports }: PolicySettings) => {
  const captchaUrl = config.recaptcha?.scriptUrl
  const parts = [paymentsOf(config), google, ...(captchaUrl ? [reachOf(captchaUrl)] : [])]
  const reach = (what: keyof Reach) => [...new Set(parts.flatMap((part) => part[what]))]
  const scripts = reach('scripts')
  const rest = {
    connectSrc: [...new Set(["'self'", ...servicesOf(config), ...reach('connections')])],
    frameSrc: reach('frames'),
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isSecure(siteUrl) && { upgradeInsecureRequests: [] }),
    ...(takesReports && { reportUri: [reportsPath], reportTo: ['csp'] }),
  }
  return (inline: InlineSources) => ({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...scripts, ...inline.scripts],
      styleSrc: ["'self'", ...inline.styles],
      styleSrcAttr:
        inline.styleAttributes.length > 0
          ? ["'unsafe-hashes'", ...inline.styleAttributes]
          : ["'none'"],
      ...rest,
    },
  })
}
