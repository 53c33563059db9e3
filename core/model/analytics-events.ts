import type { Attribution } from './attribution.ts'
import type { BeliefId } from './money-belief.ts'
import type { JourneyName } from './routes.ts'

/** Event names and their properties. No property may hold an email, a name, a card or free text. */
export type AnalyticsEvents = {
  /**
   * `referrer`: a path of this site, or an external URL without its query; empty for direct
   * traffic.
   */
  web_page_viewed: { path: string; title: string; referrer: string }
  web_link_clicked: { label: string; href: string; place: string }
  money_belief_assessment_question_answered: { question: string; answer: number; index: number }
  money_belief_assessment_completed: {
    dominant: BeliefId
    scores: Readonly<Record<BeliefId, number>>
  }
  web_program_selected: { plan: string; amount: number; currency: string; promotion: string | null }
  user_account_created: { method: 'password'; journey: JourneyName }
  account_created: { journey: JourneyName }
  subscription_intent_created: { plan: string; promotion: string | null }
  web_free_trial: { plan: string; trialEnd: string }
  account_signup_completed: { journey: JourneyName; seconds: number }
  /**
   * Core Web Vitals of a page load, in milliseconds except for `cls`; null when not measured.
   * `step` is the step of the survey.
   */
  web_vitals_measured: {
    step: string | null
    lcp: number | null
    inp: number | null
    cls: number | null
    ttfb: number | null
  }
}

export type AnalyticsEventName = keyof AnalyticsEvents

export type AnalyticsEvent = {
  [Name in AnalyticsEventName]: {
    readonly name: Name
    readonly properties: Readonly<AnalyticsEvents[Name]>
  }
}[AnalyticsEventName]

/** The context of an event. `time` is in Unix milliseconds; `path` has no query. */
export type Moment = { readonly time: number; readonly path: string } & Attribution
