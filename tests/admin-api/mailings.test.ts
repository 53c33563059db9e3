import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldNotices } from '#admin-api/data/notices.ts'
import { notices, rateLimits } from '#admin-api/data/schema.ts'
import { deliverNotice } from '#admin-api/jobs/notices.ts'
import { createLogger } from '#admin-api/logger.ts'
import { createMemoryMail } from '#admin-api/mail/memory-mail.ts'
import { listen } from '#tests/support/listen.ts'
import { beliefAnswers, surveyAnswers } from './support/answers.ts'
import { startApi, startTimeout } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const path = '/api/v1/mailings/result'
const mailOn = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@evenkeel.example' }
const hourMs = 60 * 60 * 1000

let api: Api
let now = new Date()
/** A high rate limit per address, so that the tests can send many requests. */
const start = (environment: Readonly<Record<string, string>> = {}) =>
  startApi({
    environment: { ...mailOn, RATE_LIMIT_MAILING_PER_HOUR: '1000', ...environment },
    parts: { ...(api && { database: api.database }), clock: () => now },
  })

beforeAll(async () => {
  api = await start()
  // Loaded with the first mail, which takes seconds on a busy machine.
  await import('#admin-api/mail/notice-mail.ts')
}, 2 * startTimeout)
afterAll(() => api.stop())
beforeEach(async () => {
  now = new Date()
  await api.db.delete(notices)
  await api.db.delete(rateLimits)
})

let mailboxes = 0
const someone = (): string => {
  mailboxes += 1
  return `visitor-${mailboxes}@example.com`
}
const survey = { kind: 'survey', version: '1', answers: surveyAnswers }
const belief = (value: number) => ({
  kind: 'money_belief',
  version: '1',
  answers: beliefAnswers(value),
})

const loudBelief = { ...belief(3), answers: beliefAnswers(3, { 'belief-01': 6 }) }

const stored = () => api.db.select().from(notices).orderBy(notices.createdAt)

let logged = ''
const log = createLogger('trace', {
  write: (line: string) => {
    logged += line
  },
})
const deliverAll = async (mail = createMemoryMail()) => {
  const parts = {
    db: api.db,
    mail,
    findPlan: async () => null,
    siteUrl: 'https://evenkeel.example',
    clock: () => now,
    log,
  }
  for (const { id } of await stored()) await deliverNotice(parts, id)
  return mail
}

describe('POST /api/v1/mailings/result', () => {
  test('mails the score, the four parts and where to begin, scored from the survey’s answers', async () => {
    const email = someone()
    const answer = await api.post(path, { email: ` ${email} `, ...survey })
    expect([answer.statusCode, answer.json()]).toEqual([202, { data: {} }])
    const { sent } = await deliverAll()
    expect(sent).toMatchObject([
      { to: email, subject: expect.stringMatching(/^Your check-up: \d+ of 100$/) },
    ])
    const [{ text } = { text: '' }] = sent
    for (const part of ['Spend', 'Save', 'Borrow', 'Plan', 'Where to begin', 'Hello,'])
      expect(text).toContain(part)
  })

  test('mails a money-belief result with the four beliefs and what helps', async () => {
    const email = someone()
    expect((await api.post(path, { email, ...loudBelief })).statusCode).toBe(202)
    const [{ subject, text } = { subject: '', text: '' }] = (await deliverAll()).sent
    expect(subject).toBe('Your money beliefs: avoidance speaks loudest')
    for (const part of ['Avoidance', 'Worship', 'Status', 'Vigilance', 'What helps'])
      expect(text).toContain(part)
  })

  test('mails a link back to the plans for finishing later', async () => {
    expect((await api.post(path, { email: someone(), kind: 'finish_later' })).statusCode).toBe(202)
    const [{ text } = { text: '' }] = (await deliverAll()).sent
    expect(text).toContain('https://evenkeel.example/sign-up/choose-subscription-plan')
  })

  test('sends the same result to a mailbox once a day, however the address is written', async () => {
    const email = someone()
    const tagged = email.toUpperCase().replace('@', '+evenkeel@')
    const answers = [
      await api.post(path, { email, ...survey }),
      await api.post(path, { email: tagged, ...survey }),
      ...(await Promise.all([1, 2].map(() => api.post(path, { email, ...survey })))),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
    expect((await deliverAll()).sent).toHaveLength(1)
    await api.post(path, { email, ...survey })
    expect((await deliverAll()).sent).toHaveLength(0)
  })

  test('sends the same result to a mailbox once a day, however its domain is written', async () => {
    const [local] = someone().split('@')
    for (const domain of [
      'bücher.example',
      'B\u00adücher.example',
      'xn--bcher-kva.example',
      'bücher\u200b.example',
      'ｂücher.example',
    ])
      expect((await api.post(path, { email: `${local}@${domain}`, ...survey })).statusCode).toBe(
        202,
      )
    expect((await deliverAll()).sent).toHaveLength(1)
  })

  test.each([
    '"ada"@example.com',
    '"a b"@example.com',
    'a\\da@example.com',
    'ada(x)@example.com',
    '<ada@example.com',
    'ada,bob@example.com',
    'x;ada@example.com',
    'x:ada@example.com',
    'a\u00adda@example.com',
    'a\u200bda@example.com',
    'ada@exa mple.com',
    'ada@example.com/x.y',
    'ada@example.com?x',
    'ada@example.com#x',
    'ada@exam%70le.com',
    'ada@[192.0.2.1]',
    'ada@exa<mple.com',
  ])('refuses %j, which is not an email address in its usual form', async (email) => {
    const answer = await api.post(path, { email, ...survey })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [{ path: 'email', code: 'field/invalid', message: 'It must be an email address.' }],
    ])
  })

  test.each(['accepting', 'refusing'] as const)(
    'deletes the address and the result once the mail server has responded (%s)',
    async (behaviour) => {
      const email = someone()
      await api.post(path, { email, ...survey })
      const mail = createMemoryMail()
      mail.behave(behaviour)
      await deliverAll(mail)
      const [row] = await stored()
      expect(row?.cause).toEqual({ kind: 'result', askedAt: now.toISOString() })
      expect(JSON.stringify(row) + logged).not.toContain(email)
    },
  )

  test('keeps a mail while the mail server is unavailable, and deletes it unsent after a day', async () => {
    await api.post(path, { email: someone(), ...survey })
    const mail = createMemoryMail()
    mail.behave('unavailable')
    await expect(deliverAll(mail)).rejects.toThrow('The mail server took no mail')
    now = new Date(Date.now() + 25 * hourMs)
    mail.behave('accepting')
    expect((await deliverAll(mail)).sent).toEqual([])
    expect((await stored())[0]).toMatchObject({ outcome: 'dropped' })
    await deleteOldNotices(api.db, now)
    expect(await stored()).toEqual([])
  })

  test('can send the same result again after a day', async () => {
    const email = someone()
    await api.post(path, { email, ...survey })
    await deleteOldNotices(api.db, new Date(Date.now() + 23 * hourMs))
    expect(await stored()).toHaveLength(1)
    await deleteOldNotices(api.db, new Date(Date.now() + 25 * hourMs))
    await api.post(path, { email, ...survey })
    expect((await deliverAll()).sent).toHaveLength(1)
  })

  test('stores neither the answers nor a user', async () => {
    const email = someone()
    await api.post(path, { email, ...survey })
    const [{ key, cause, userId } = { key: '', cause: {}, userId: '' }] = await stored()
    expect(userId).toBeNull()
    expect(key).toMatch(/^mailing:[\w-]{43}:[\da-f]{64}$/)
    expect(JSON.stringify(cause)).not.toMatch(/intro-picture|winding-path|"answers"/)
  })

  test.each([
    ['an invalid address', { email: 'nobody', ...survey }, ['email']],
    ['two addresses', { email: 'a@example.com b@example.com', ...survey }, ['email']],
    [
      'a header in the address',
      { email: 'a@example.com\r\nBcc: b@example.com', ...survey },
      ['email'],
    ],
    ['a missing version', { email: 'a@example.com', kind: 'survey', answers: {} }, ['version']],
    ['an outdated version', { email: 'a@example.com', ...survey, version: '0' }, ['version']],
    ['an unknown kind', { email: 'a@example.com', kind: 'newsletter' }, ['kind']],
    [
      'a headline from the caller',
      { email: 'a@example.com', ...survey, headline: 'Buy' },
      ['headline'],
    ],
    [
      'an answer that does not exist',
      { email: 'a@example.com', ...survey, answers: { ...surveyAnswers, 'main-goal': 'Buy' } },
      ['answers.main-goal'],
    ],
  ])('refuses %s, and stores nothing', async (_, body, paths) => {
    const answer = await api.post(path, body)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'request/invalid'])
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toEqual(paths)
    expect(await stored()).toEqual([])
  })

  test('accepts only three different mails a day to one mailbox', async () => {
    const email = someone()
    const bodies = [survey, belief(3), belief(4)]
    for (const body of bodies)
      expect((await api.post(path, { email, ...body })).statusCode).toBe(202)
    const fourth = await api.post(path, { email, kind: 'finish_later' })
    expect([fourth.statusCode, fourth.json().code]).toEqual([429, 'rate/limited'])
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect((await api.post(path, { email, ...survey })).statusCode).toBe(202)
    expect((await api.post(path, { email: someone(), kind: 'finish_later' })).statusCode).toBe(202)
    expect(await stored()).toHaveLength(4)
    now = new Date(Date.now() + 25 * hourMs)
    // The limit uses the database's clock when several processes share it.
    await api.db.update(rateLimits).set({ expiresAt: new Date() })
    expect((await api.post(path, { email, kind: 'finish_later' })).statusCode).toBe(202)
  })

  test('accepts only ten requests an hour from one IP address', async () => {
    const strict = await start({ RATE_LIMIT_MAILING_PER_HOUR: '10' })
    const ask = () => strict.post(path, { email: someone(), kind: 'finish_later' })
    const statuses = []
    for (let each = 0; each < 11; each += 1) statuses.push((await ask()).statusCode)
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429])
    await strict.stop()
  })

  test('returns 503 mail/off where no mail server is configured', async () => {
    const silent = await start({ SMTP_URL: '', MAIL_FROM: '' })
    const answer = await silent.post(path, { email: someone(), ...survey })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'mail/off'])
    await silent.stop()
  })
})

describe('POST /api/v1/mailings/result, with reCAPTCHA configured', () => {
  test('needs a challenge token for sending mail, and stores nothing without one', async () => {
    const verdict = { success: true, hostname: 'evenkeel.example', score: 0.9 }
    let action = 'save_card'
    const { url, close } = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...verdict, action }))
    })
    const guarded = await start({
      RECAPTCHA_SECRET: 'a-secret',
      RECAPTCHA_VERIFY_URL: url,
      SITE_URL: 'https://evenkeel.example',
    })
    const body = { email: someone(), ...survey }
    for (const each of [body, { ...body, challengeToken: 'a-token' }]) {
      const answer = await guarded.post(path, each)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'challenge/failed'])
    }
    expect(await stored()).toEqual([])
    action = 'send_mail'
    const passed = await guarded.post(path, { ...body, challengeToken: 'a-token' })
    expect(passed.statusCode).toBe(202)
    await guarded.stop()
    await close()
  })
})
