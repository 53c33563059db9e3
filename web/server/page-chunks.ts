import { routes } from '#core/model/routes.ts'
import { configPath } from '../app/config.ts'
import { needsApp } from '../app/needs-app.ts'
import { applicationChunk } from './site-manifest.ts'

/** The chunk of the use cases, named where it is imported. */
const useCasesChunk = 'use-cases'

/** Pages that ask something as soon as they are alive: the offers, the card form's settings, what a mail's code is for, the account. */
const asking: readonly string[] = [
  '/sign-up/choose-subscription-plan',
  '/sign-up/payment',
  '/enroll/payment',
  '/sign-up/email-confirmed',
  '/enroll/email-confirmed',
  routes.mailLink,
  routes.account,
]

/** The chunks that a page is not alive without, or asks for at once; its own aside. */
export const chunksBeside = (pagePath: string): readonly string[] => [
  ...(needsApp(pagePath) ? [applicationChunk] : []),
  ...(asking.includes(pagePath) ? [useCasesChunk] : []),
]

/** What such a page has to know before it can ask: where the services are. One round trip sooner than the use cases ask for it. */
export const dataBeside = (pagePath: string): readonly string[] => (asking.includes(pagePath) ? [configPath] : [])
