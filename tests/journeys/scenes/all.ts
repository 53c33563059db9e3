import { existsSync } from 'node:fs'
import path from 'node:path'
import { emailConfirmedPath, journeys, stepPath } from '#core/model/journeys.ts'
import { journeyPrefixes, routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { projectRoot } from '#sandbox/site-build.ts'
import { team } from '#web/content/team.ts'
import { accessScenes } from './access.ts'
import { accountPlanScenes } from './account-plan.ts'
import { accountScenes } from './account.ts'
import { assessmentScenes } from './assessment.ts'
import { enrollScenes } from './enroll.ts'
import { generalScenes } from './general.ts'
import { mailLinkScenes } from './mail-links.ts'
import { mailingScenes } from './mailings.ts'
import { planChangeScenes } from './plan-change.ts'
import { receiptScenes } from './receipts.ts'
import type { Scene } from './scene.ts'
import { secondFactorScenes } from './second-factor.ts'
import { signingUpScenes } from './signing-up.ts'
import { subscribingScenes } from './subscribing.ts'
import { withdrawalScenes } from './withdrawal.ts'

const steps = (Object.keys(journeyPrefixes) as JourneyName[]).flatMap((journey) =>
  journeys[journey].map(({ id }) => stepPath(journey, id)),
)

/** Every route of the specification, without query and anchor. */
export const everyRoute: readonly string[] = [
  ...new Set([
    ...Object.values(routes).map((route) => route.split('#')[0]!),
    ...team.map(({ id }) => `${routes.company}/${id}`),
    ...steps,
    emailConfirmedPath('sign-up'),
    emailConfirmedPath('enroll'),
  ]),
]

const described: readonly Scene[] = [
  ...generalScenes,
  ...assessmentScenes('sign-up'),
  ...assessmentScenes('assessment'),
  ...signingUpScenes,
  ...subscribingScenes,
  ...mailingScenes,
  ...enrollScenes,
  ...accessScenes,
  ...mailLinkScenes,
  ...secondFactorScenes,
  ...accountScenes,
  ...accountPlanScenes,
  ...receiptScenes,
  ...planChangeScenes,
  ...withdrawalScenes,
]

const hasPage = (route: string): boolean =>
  route.startsWith(`${routes.company}/`) ||
  existsSync(path.join(projectRoot, 'web/pages', `${route === '/' ? 'index' : route}.tsx`))

/** The described scenes, and every other route as a new visitor sees it. */
export const everyScene: readonly Scene[] = [
  ...described,
  ...everyRoute
    .filter((route) => hasPage(route) && !described.some((scene) => scene.path === route))
    .map((route): Scene => ({
      name: route.slice(1).replaceAll('/', '-'),
      group: 'Other',
      path: route,
      state: 'ready',
    })),
]
