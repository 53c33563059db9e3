import { journeyPrefixes, routes } from './routes.ts'

/** The pages that search engines may list. Every other page is marked `noindex`. */
export const listedPaths = (memberIds: readonly string[]): readonly string[] => [
  routes.home,
  routes.howItWorks,
  routes.company,
  ...memberIds.map((id) => `${routes.company}/${id}`),
  routes.press,
  routes.careers,
  routes.termsOfUse,
  routes.privacyPolicy,
  routes.security,
]

/** Path prefixes that crawlers are asked to skip: their pages are about one visitor. */
export const privatePaths: readonly string[] = [
  ...Object.values(journeyPrefixes).map((prefix) => `${prefix}/`),
  routes.account,
  routes.signIn,
  routes.accountRecovery,
  routes.mailLink,
]
