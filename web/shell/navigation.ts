import { routes } from '#core/model/routes.ts'
import { assessmentHref, quickSignUpHref, startHref } from '../content/links.ts'
import { site } from '../site.ts'

export interface NavigationLink {
  label: string
  href: string
  /** Leaves this site. */
  external?: boolean
  /** Who sees it; everybody by default. */
  audience?: 'for-guests' | 'for-members'
}

export interface NavigationGroup {
  title: string
  links: readonly NavigationLink[]
}

/**
 * The link to sign-in or to the account. Its label follows the document's `data-session`, which is
 * set before it is known who is signed in.
 */
export interface OwnLink {
  href: string
  guest: string
  member: string
}

export const ownLink = (isSignedIn: boolean): OwnLink => ({
  href: isSignedIn ? routes.account : routes.signIn,
  guest: 'Sign in',
  member: 'Your account',
})

/** The links of the header, in order. */
export const headerLinks: readonly NavigationLink[] = [
  { label: 'How it works', href: routes.howItWorks },
  { label: 'Plans', href: '/#plans' },
  { label: 'Company', href: routes.company },
  { label: 'Help', href: site.helpCentreUrl, external: true },
]

/** The links of the footer, by group. */
export const footerGroups: readonly NavigationGroup[] = [
  {
    title: 'Begin',
    links: [
      { label: 'Start the check-up', href: startHref, audience: 'for-guests' },
      { label: 'Go to your account', href: routes.account, audience: 'for-members' },
      { label: 'Check-up without signing up', href: assessmentHref },
      { label: 'Sign up without the check-up', href: quickSignUpHref, audience: 'for-guests' },
      { label: 'How it works', href: routes.howItWorks },
      { label: 'Plans', href: '/#plans' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'Who we are', href: routes.company },
      { label: 'Press', href: routes.press },
      { label: 'Careers', href: routes.careers },
    ],
  },
  {
    title: 'Help',
    links: [
      { label: 'Questions', href: '/#questions' },
      { label: 'Help centre', href: site.helpCentreUrl, external: true },
    ],
  },
  {
    title: 'Legal and privacy',
    links: [
      { label: 'Terms of use', href: routes.termsOfUse },
      { label: 'Privacy policy', href: routes.privacyPolicy },
      { label: 'Turn analytics off', href: routes.doNotTrack },
      { label: 'Security', href: routes.security },
    ],
  },
]

const journeys = ['/sign-up', '/enroll', '/assessment']

/** Journey pages have the quiet header and no footer links: one question, one way forward. */
export const isJourneyPath = (path: string): boolean =>
  journeys.some((journey) => path === journey || path.startsWith(`${journey}/`))
