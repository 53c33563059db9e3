export const routes = {
  home: '/',
  account: '/account',
  termsOfUse: '/termsofuse',
  privacyPolicy: '/privacy-policy',
  doNotTrack: '/privacy-policy#doNotTrack',
  security: '/security',
  company: '/company',
  howItWorks: '/how-it-works',
  press: '/press',
  careers: '/careers',
  signIn: '/sign-in',
  accountRecovery: '/account-recovery',
  /** Where the links in the identity provider's mails lead. */
  mailLink: '/mail-link',
} as const

export type JourneyName = 'sign-up' | 'enroll' | 'assessment'

/** The journeys that create an account and a subscription. */
export type AccountJourney = Exclude<JourneyName, 'assessment'>

/**
 * The steps that guards know. email-confirmed is not part of the order: the verification mail opens
 * it.
 */
export const stepIds = [
  'survey',
  'money-belief',
  'money-belief-result',
  'money-belief-overview',
  'money-belief-behavior',
  'money-belief-manage',
  'choose-subscription-plan',
  'create-account',
  'verify-email',
  'payment',
  'personal-details',
  'download-app',
] as const

export type StepId = (typeof stepIds)[number]

export const journeyPrefixes: Readonly<Record<JourneyName, string>> = {
  'sign-up': '/sign-up',
  enroll: '/enroll',
  assessment: '/assessment',
}

/** The journey a path belongs to; null if it is in none. */
export const journeyOf = (path: string): JourneyName | null =>
  (Object.keys(journeyPrefixes) as JourneyName[]).find((journey) =>
    path.startsWith(`${journeyPrefixes[journey]}/`),
  ) ?? null

/** The path of the sign-in page, which afterwards continues to `returnTo`. */
export const signInPath = (returnTo: string): string =>
  `${routes.signIn}?${new URLSearchParams({ returnTo })}`

const decode = (address: string): string | null => {
  try {
    return decodeURIComponent(address)
  } catch {
    return null
  }
}

/**
 * Same-site paths only: anything else falls back, so a crafted link cannot send a visitor
 * elsewhere. Routers decode paths, so a candidate must be one after decoding, too.
 */
export const safeReturnTo = (
  candidate: string | null | undefined,
  fallback: string = routes.account,
): string => {
  const isSafe =
    candidate &&
    /^\/(?![/\\])[^\s\\]*$/.test(candidate) &&
    /^\/(?!\s*[/\\])/.test(decode(candidate) ?? '')
  return isSafe ? candidate : fallback
}
