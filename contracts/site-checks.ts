import {
  isBeliefResult, isProduct, isProfile, isPromotion, isSubscriber, isSubscription, isSurveyResult,
} from '#core/model/persisted-schema.ts'
import { hasShape, isAllOf, isFlag, isListOf, isNullOr, isRecord } from '#core/model/shape.ts'
import type { Check } from '#core/model/shape.ts'
import { readQuestionnaire } from '#core/model/survey.ts'
import type { Offers } from '#core/ports/admin-api.ts'

/** What the site needs of answers and a Pact matcher cannot say. The checks of the data are the site's own. */

export type Answered = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: string
}

const hasEachOnce = (list: string): Check => (value) => {
  const items = isRecord(value) ? value[list] : null
  return Array.isArray(items) && new Set(items.map((item) => isRecord(item) && item.id)).size === items.length
}

const resultChecks: Readonly<Record<string, Check>> = {
  survey: isAllOf(isSurveyResult, hasEachOnce('pillars')),
  money_belief: isAllOf(isBeliefResult, hasEachOnce('beliefs')),
}

const isResult: Check = (value) => isRecord(value) && (resultChecks[String(value.kind)]?.(value) ?? false)
const isDiagnosis: Check = (value) => isRecord(value) && isResult(value.result)

const isOffers = hasShape<Offers>({ products: isListOf(isProduct), subscriber: isNullOr(isSubscriber), trialEligible: isFlag })

const isQuestionnaire: Check = (value) =>
  isRecord(value) && (value.kind === 'survey' || value.kind === 'money_belief') && readQuestionnaire(value, value.kind) !== null

const diagnosis = '/api/v1/coaching/diagnosis'
const offers = '/api/v1/iap_subscriptions'
const subscriptions = `${offers}/stripe/subscriptions`

const checks: readonly (readonly [RegExp, Check])[] = [
  [new RegExp(`^GET ${diagnosis}/public/questions$`), isQuestionnaire],
  [new RegExp(`^POST ${diagnosis}/public/calculate$`), isResult],
  [new RegExp(`^POST ${diagnosis}$`), isDiagnosis],
  [new RegExp(`^GET ${diagnosis}$`), isListOf(isDiagnosis)],
  [/^(?:GET|PATCH) \/api\/v1\/me$/, isProfile],
  [new RegExp(`^GET ${offers}$`), isOffers],
  [new RegExp(`^GET ${offers}/stripe/promotion_codes$`), isPromotion],
  [new RegExp(`^POST ${subscriptions}$`), isSubscription],
  [new RegExp(`^(?:DELETE ${subscriptions}/[^/]+|POST ${subscriptions}/[^/]+/resume)$`), isSubscription],
]

/** Some engines take 30 February for 2 March. */
const isRealDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const impossibleTimes = (data: unknown): string[] => {
  if (typeof data === 'string') return /^\d{4}-\d\d-\d\dT\d\d:/.test(data) && !isRealDay(data.slice(0, 10)) ? [data] : []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(impossibleTimes) : []
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What is wrong with the data of an answer, a sentence each. */
export const faultsOfData = ({ method, path, status, body }: Answered): string[] => {
  const content = parse(body)
  if (status >= 300 || !isRecord(content)) return []
  const call = `${method} ${path.replace(/\?.*/, '')}`
  const check = checks.find(([pattern]) => pattern.test(call))?.[1]
  return [
    ...(check?.(content.data) === false ? [`has data that the site cannot show: ${JSON.stringify(content.data).slice(0, 2000)}`] : []),
    ...impossibleTimes(content.data).map((time) => `has a day that does not exist: ${time}`),
  ]
}

const listOf = (header: string | null | undefined) => (header ?? '').toLowerCase().split(',').map((item) => item.trim())

/** What keeps a page of the origin from reading an answer. The site reads three headers that browsers hide unless told otherwise. */
export const faultsOfCors = ({ header }: Pick<Answered, 'header'>, origin: string): string[] => {
  const allowed = header('access-control-allow-origin')
  if (allowed !== origin && allowed !== '*') {
    return [`has the Access-Control-Allow-Origin ${allowed ?? '(none)'}, not ${origin}`]
  }
  const exposed = listOf(header('access-control-expose-headers'))
  return ['ETag', 'Retry-After', 'Date']
    .filter((name) => header(name) !== undefined && !exposed.includes(name.toLowerCase()) && !exposed.includes('*'))
    .map((name) => `does not expose its ${name} (Access-Control-Expose-Headers)`)
}

export type Preflight = { readonly method: string; readonly path: string; readonly headers: readonly string[] }

/** What keeps a browser from sending the request after this answer to its preflight. `*` does not stand for Authorization. */
export const faultsOfPreflight = ({ method, headers }: Preflight, origin: string, { ok, status, headers: answer }: Response): string[] => {
  const allowedOrigin = answer.get('access-control-allow-origin')
  const methods = listOf(answer.get('access-control-allow-methods')).map((name) => name.toUpperCase())
  const names = listOf(answer.get('access-control-allow-headers'))
  const missing = headers.filter((name) => !names.includes(name) && (name === 'authorization' || !names.includes('*')))
  return [
    ...(ok ? [] : [`answers ${status}`]),
    ...(allowedOrigin === origin || allowedOrigin === '*' ? [] : [`has the Access-Control-Allow-Origin ${allowedOrigin ?? '(none)'}, not ${origin}`]),
    ...(['GET', 'POST', '*'].some((name) => name === method || (name === '*' && methods.includes(name))) || methods.includes(method) ? [] : [`does not allow ${method}`]),
    ...(missing.length === 0 ? [] : [`does not allow the headers ${missing.join(', ')}`]),
  ]
}
