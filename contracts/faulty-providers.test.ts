import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  drop,
  header,
  inAll,
  inData,
  inLast,
  inProblem,
  onPreflight,
  rename,
  set,
  unlessPreflight,
  within,
} from './answer-changes.ts'
import type { Content, Members, Plant } from './answer-changes.ts'
import { startFaulty } from './faulty-proxy.ts'
import { startReferenceProvider } from './reference-provider.ts'
import type { ReferenceProvider } from './reference-provider.ts'
import { verifyProvider } from './verify-provider.ts'

process.env.PACT_DO_NOT_TRACK = 'true'

type Interaction = {
  readonly description: string
  readonly request: { readonly method: string; readonly path: string }
}
type Contract = { readonly interactions: readonly Interaction[] }

const committed = fileURLToPath(
  new URL('pacts/evenkeel-web-evenkeel-admin-api.json', import.meta.url),
)

const hasOptions = (question: Members) => Array.isArray(question.options)
const isNumberQuestion = ({ type }: Members) => type === 'number'

const survey = 'a request for the questions of the survey'
const declinable = `${survey}: questions that may be declined`
const picking = `${survey}: numbers to pick`
const alone = `${survey}: an exclusive option`
const scoring = 'a request to score a survey'
const beliefs = 'a request to score a money-belief'
const newProfile = 'a first request for the profile of a verified user'
const former = 'a request for the profile of a former subscriber'
const failing = 'a request for the profile of a subscriber whose payment is failing'
const fullProfile = 'a request for a full profile'
const offers = 'a request for the offers by anyone'
const formerOffers = 'a request for the offers by a former subscriber'
const setupIntents = 'a request for a setup intent by a visitor'
const cancelling = 'a request to cancel the subscription'
const resuming = 'a request to resume the subscription'
const wrongAction = 'a request for a setup intent with the challenge of a mailing'
const wrongMailing = 'a request to mail with the challenge of a setup intent'
const foreignCard = 'an order with the card of another user'
const exporting = 'a request for an export of the account'
const invoices = 'a request to list the invoices of the subscription'
const replacing = 'a request to replace the card of the subscription that did not pay'
const previewing = 'a request to preview a change to the more expensive plan'
const previewingLater = 'a request to preview a change to the cheaper plan'
const changing = 'a request to change to the cheaper plan'
const withdrawing = 'a request to withdraw from a plan'
const refunds = 'a request to list the invoices of a plan that was withdrawn from'
const order = 'an order of a trial'
const appClaim = 'a request for an app claim'
const mailing = 'a request to mail a link for finishing later'
const oldQuestions = 'a request to mail a result of questions that have changed'
const promotion = 'a check of a promotion code for a percentage once'
const tooMany = 'one request too many to score a survey'
const diagnoses = 'a request for the diagnoses of a user who has saved many'
const keeping = 'a request to keep personal details'
const longCode = 'a check of a promotion code that is unknown, being too long'

/** The same times written with an offset, as another provider may write them. */
const withOffsets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, member: unknown) =>
    typeof member === 'string'
      ? member.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)Z$/, '$1+00:00')
      : member,
  )

/** A fault: accepts what the reference provider refuses. */
const accepting =
  (status: number, data: Members): Plant =>
  (answer) => {
    if (answer.status < 400) return
    Object.assign(answer, { status, content: { data } })
    answer.headers['content-type'] = 'application/json; charset=utf-8'
  }

/**
 * For each fault: its name, the beginning of the descriptions of the interactions that show it, the
 * fault and, when the site's own checks find it, their message.
 */
const faults: readonly (readonly [string, string, Plant, (string | RegExp)?])[] = [
  ['drops the questions’ prompts', survey, inData(within('questions', drop('prompt')))],
  ['renames the questions’ version', survey, inData(rename('version', 'revision'))],
  [
    'drops the options of one choice',
    survey,
    inData(inLast('questions', hasOptions, drop('options'))),
    /questions\[\d+\] \([\w-]+\): no options/,
  ],
  [
    'empties the options of one choice',
    survey,
    inData(inLast('questions', hasOptions, set('options', []))),
    /questions\[\d+\] \([\w-]+\): no options/,
  ],
  ['drops the options of every choice', survey, inData(within('questions', drop('options')))],
  [
    'has a number’s minimum above its maximum',
    survey,
    inData(inLast('questions', isNumberQuestion, set('min', 37))),
    'questions[6] (emergency-savings): min 37 is above max 36 (and 7 more answers).',
  ],
  ['lets no question be declined', declinable, inData(within('questions', drop('declinable')))],
  ['suggests no numbers to pick', picking, inData(within('questions', drop('suggestions')))],
  [
    'has no exclusive option',
    alone,
    inData(
      within('questions', (question) => {
        if (hasOptions(question)) within('options', drop('exclusive'))(question)
      }),
    ),
  ],
  ['changes the type of a score', scoring, inData(set('score', 'high'))],
  ['drops the survey’s band', scoring, inData(drop('band'))],
  ['gives the same pillar four times', scoring, inData(inAll('pillars', 'id'))],
  [
    'gives a fifth pillar that repeats one of the four',
    scoring,
    inData((data) => (data.pillars as unknown[]).push((data.pillars as unknown[])[0])),
    'pillars holds "spend" twice.',
  ],
  ['gives the same belief four times', beliefs, inData(inAll('beliefs', 'id'))],
  ['scores above a hundred', scoring, inData(set('score', 101)), 'cannot show: score is 101.'],
  ['renames the profile’s first name', newProfile, inData(rename('firstName', 'givenName'))],
  ['changes the type of emailVerified', newProfile, inData(set('emailVerified', 'yes'))],
  [
    'has a profile created on 30 February',
    newProfile,
    inData(set('createdAt', '2026-02-30T09:30:00.000Z')),
  ],
  [
    'has a profile created on 29 February of a common year',
    newProfile,
    inData(set('createdAt', '2026-02-29T09:30:00.000Z')),
  ],
  ['writes times without a zone', newProfile, inData(set('createdAt', '2026-02-27T09:30:00.000'))],
  ['forgets that a former subscriber had a trial', former, inData(set('subscription', null))],
  [
    'says that an ended subscription is active',
    former,
    inData(within('subscription', set('status', 'active'))),
  ],
  ['offers a former subscriber a trial', formerOffers, inData(set('trialEligible', true))],
  [
    'gives a boolean as an answer to the survey',
    fullProfile,
    inData(within('diagnoses', within('survey', within('answers', set('main-goal', true))))),
    'diagnoses.survey.answers.main-goal is true.',
  ],
  ['drops a price', offers, inData(within('products', drop('price')))],
  [
    'has a negative price',
    offers,
    inData(within('products', within('price', set('amount', -899)))),
  ],
  [
    'has a fraction of a cent in a price',
    offers,
    inData(within('products', within('price', set('amount', 8.5)))),
    'cannot show: products[0].price.amount is 8.5.',
  ],
  [
    'changes an amount to text',
    offers,
    inData(within('products', within('price', set('amount', '8.99')))),
  ],
  [
    'has a trial of a negative number of days',
    offers,
    inData(within('products', set('trialDays', -1))),
  ],
  [
    'takes more than the whole price off',
    promotion,
    inData(set('percentOff', 120)),
    'cannot show: percentOff is 120.',
  ],
  [
    'does not let a cancelled subscription end',
    cancelling,
    inData(set('cancelAtPeriodEnd', false)),
  ],
  [
    'has a trial whose period is long over',
    resuming,
    inData(set('currentPeriodEnd', '2020-02-27T09:30:00.000Z')),
    'cannot show: it is trialing, but currentPeriodEnd was 2020-02-27T09:30:00.000Z',
  ],
  [
    'accepts the challenge of a mailing for a card',
    wrongAction,
    accepting(201, { id: 'seti_1', clientSecret: 'seti_1_secret_1', customerId: 'cus_1' }),
  ],
  ['accepts the challenge of a card for a mailing', wrongMailing, accepting(202, {})],
  ['accepts the card of another user', foreignCard, accepting(201, { id: 'sub_1' })],
  [
    'returns text for an export',
    exporting,
    (answer) => {
      if (answer.status === 200) answer.content = { data: 'all of it' }
    },
  ],
  ['renames the client secret', setupIntents, inData(rename('clientSecret', 'client_secret'))],
  [
    'gives a card without its last digits',
    failing,
    inData(within('subscription', within('paymentMethod', drop('last4')))),
  ],
  [
    'does not say when access ends after a failed payment',
    failing,
    inData(within('subscription', set('graceEndsAt', null))),
  ],
  [
    'replaces the card and leaves the open invoice unpaid',
    replacing,
    inData(set('status', 'past_due')),
  ],
  [
    'has lines in a preview that do not add up to what is due',
    previewing,
    inData(within('dueToday', set('amount', 1))),
    /lines come to \d+, not to 1\./,
  ],
  ['drops the lines of a preview', previewing, inData(drop('lines'))],
  ['changes to the cheaper plan immediately', previewingLater, inData(set('effective', 'now'))],
  ['does not report a pending change', changing, inData(set('pendingChange', null))],
  [
    'refunds twice what was paid',
    withdrawing,
    inData(within('refunded', set('amount', 17998))),
    'refunded is 17998, not the 8999 that was paid',
  ],
  [
    'leaves a subscription active after a withdrawal',
    withdrawing,
    inData(within('subscription', set('status', 'active'))),
  ],
  [
    'lets a user withdraw again after a refund',
    withdrawing,
    inData(within('subscription', set('withdrawableUntil', '2026-12-24T09:30:00.000Z'))),
  ],
  ['does not say how long a user can withdraw', changing, inData(set('withdrawableUntil', null))],
  ['does not report the refund of an invoice', refunds, inData(set('refunded', null))],
  ['has an invoice with an unknown status', invoices, inData(set('status', 'sent'))],
  [
    'returns 200 rather than 201 for an order',
    order,
    (answer) => {
      if (answer.status === 201) answer.status = 200
    },
  ],
  ['forgets what the user agreed to', order, inData(set('consent', null))],
  ['does not keep the words of what was agreed to', order, inData(within('consent', drop('text')))],
  ['gives a link to the app without its expiry', appClaim, inData(drop('expiresAt'))],
  [
    'returns 200 rather than 202 for a request for a mail',
    mailing,
    (answer) => {
      if (answer.status === 202) answer.status = 200
    },
  ],
  ['does not say which field of a mailing is wrong', oldQuestions, inProblem(drop('errors'))],
  [
    'has no cursor to the next page',
    diagnoses,
    ({ content }) => {
      delete content?.nextCursor
    },
  ],
  ['returns problems without a code', tooMany, inProblem(drop('code'))],
  ['does not say how long to wait after too many requests', tooMany, header('retry-after', null)],
  [
    'refuses preflights',
    keeping,
    onPreflight((answer) => {
      answer.status = 405
      delete answer.headers['access-control-allow-origin']
    }),
    /The preflight of PATCH \/api\/v1\/me answers 405\.$/m,
  ],
  [
    'does not allow PATCH in preflights',
    keeping,
    onPreflight(header('access-control-allow-methods', 'GET, POST, DELETE')),
  ],
  [
    'allows any header with *, which does not cover Authorization',
    keeping,
    onPreflight(header('access-control-allow-headers', '*')),
    'does not allow the header authorization (`*` does not stand for Authorization).',
  ],
  [
    'does not allow Idempotency-Key in preflights',
    order,
    onPreflight(header('access-control-allow-headers', 'Authorization, Content-Type')),
  ],
  [
    'allows only another site’s origin in preflights',
    keeping,
    onPreflight(header('access-control-allow-origin', 'https://other.example')),
  ],
  [
    'hides its responses from the site',
    keeping,
    unlessPreflight(header('access-control-allow-origin', null)),
    /The answer 200 to PATCH \/api\/v1\/me has the Access-Control-Allow-Origin \(none\), not https:\/\/www\.evenkeel\.example\.$/m,
  ],
  [
    'hides Retry-After from the site',
    tooMany,
    header('access-control-expose-headers', 'ETag, Date'),
  ],
  [
    'hides many responses from the site',
    survey,
    unlessPreflight(header('access-control-allow-origin', null)),
    '(none), not https://www.evenkeel.example (and 7 more answers).',
  ],
  [
    'hides the response to a long request',
    longCode,
    unlessPreflight(header('access-control-allow-origin', null)),
    /promotion_codes\?code=X+… has the/,
  ],
]

describe('the verification of a provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenkeel-planted-'))
  let reference: ReferenceProvider
  beforeAll(async () => {
    reference = await startReferenceProvider()
  })
  afterAll(async () => {
    await reference.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The file of a contract with only the interactions whose descriptions begin like this. */
  const contractOf = (beginning: string): string => {
    const contract = JSON.parse(readFileSync(committed, 'utf8')) as Contract
    const interactions = contract.interactions.filter(({ description }) =>
      description.startsWith(beginning),
    )
    expect(interactions.length).toBeGreaterThan(0)
    const file = join(folder, `${beginning.replaceAll(/\W+/g, '-')}.json`)
    writeFileSync(file, JSON.stringify({ ...contract, interactions }))
    return file
  }
  const verify = async (file: string, plant: Plant) => {
    const faulty = await startFaulty(reference, plant)
    return verifyProvider(faulty.provider, file).finally(faulty.stop)
  }

  it('passes a provider that writes times, titles, exports and further fields as it likes', async () => {
    const passed = await verify(committed, (answer) => {
      answer.content = withOffsets(answer.content) as Content | null
      inData(set('more', 1))(answer)
      inProblem((problem) => {
        Object.assign(problem, { title: 'Nope', type: 'about:blank' })
        delete problem.status
      })(answer)
      const { data } = answer.content ?? {}
      if (typeof data === 'object' && data !== null && 'diagnoses' in data && 'profile' in data)
        answer.content!.data = { archive: 'all of it' }
    })
    expect(passed).toBeGreaterThan(50)
  })

  it.each(
    faults.map(([name, beginning, plant, words = '']) => [name, beginning, plant, words] as const),
  )('fails a provider that %s', async (_name, beginning, plant, words) => {
    const said = await verify(contractOf(beginning), plant).then(
      String,
      (error: Error) => error.message,
    )
    expect(said).toContain('does not keep the contract')
    expect(said).toMatch(words)
  })
})
