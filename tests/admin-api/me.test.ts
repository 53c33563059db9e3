import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diagnoses, users } from '#admin-api/data/schema.ts'
import { deleteUser, ensureUser, reviseUser } from '#admin-api/data/users.ts'
import { beliefAnswers, surveyAnswers } from './support/answers.ts'
import { identityOf, somebody, startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const me = '/api/v1/me'
const diagnosis = '/api/v1/coaching/diagnosis'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('GET me', () => {
  test('creates the profile on the first call and returns the same one afterwards', async () => {
    const as = somebody({ emailVerified: false })
    const first = (await api.get(me, { as })).json().data
    expect(first).toMatchObject({
      email: as.email,
      emailVerified: false,
      firstName: null,
      lastName: null,
      birthYear: null,
      phone: null,
      subscription: null,
      diagnoses: { survey: null, moneyBelief: null },
    })
    expect((await api.get(me, { as })).json().data).toEqual(first)
  })

  test('creates one profile when the first calls are concurrent', async () => {
    const as = somebody()
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get(me, { as })))
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1)
  })

  test('does not recreate a user who is deleted while it runs', async () => {
    const as = somebody()
    const { id } = (await api.get(me, { as })).json().data
    const [user] = await api.db.select().from(users).where(eq(users.id, id))
    if (user === undefined) throw new Error('The user is missing.')
    await api.db.delete(users).where(eq(users.id, id))
    // The request finds neither the user nor a trace of the deletion; then another process finishes
    // the deletion.
    const overtaken: typeof api.db = Object.create(api.db, {
      transaction: {
        value: async (work: Parameters<typeof api.db.transaction>[0]) => {
          await deleteUser(api.db, user, { mailbox: 'none', sayGoodbye: false })
          return api.db.transaction(work)
        },
      },
    })
    expect(await ensureUser(overtaken, identityOf(as))).toBeNull()
    expect(await api.db.select().from(users).where(eq(users.id, id))).toEqual([])
  })

  test('adopts a new email address and its verification from the token', async () => {
    const as = somebody({ emailVerified: false })
    const { id } = (await api.get(me, { as })).json().data
    const changed = { ...as, email: 'new@example.com', emailVerified: true }
    expect((await api.get(me, { as: changed })).json().data).toMatchObject({
      id,
      email: 'new@example.com',
      emailVerified: true,
    })
  })

  test('keeps a newer email address when an older token is used', async () => {
    const as = somebody()
    const changed = { ...as, email: 'newer@example.com' }
    await api.get(me, { as })
    await api.get(me, { as: changed })
    for (const older of [
      { ...as, issuedAgo: 600 },
      { ...changed, emailVerified: false, issuedAgo: 600 },
    ]) {
      const { email, emailVerified } = (await api.get(me, { as: older })).json().data
      expect({ email, emailVerified }).toEqual({ email: 'newer@example.com', emailVerified: true })
      await api.patch(me, { firstName: 'Ada' }, { as: older })
    }
    expect((await api.get(me, { as: changed })).json().data.email).toBe('newer@example.com')
  })

  test('shows the latest diagnosis of each kind', async () => {
    const as = somebody()
    await api.post(diagnosis, { kind: 'survey', version: '1', answers: surveyAnswers }, { as })
    const later = (
      await api.post(
        diagnosis,
        { kind: 'survey', version: '1', answers: { ...surveyAnswers, 'bills-on-time': 'most' } },
        { as },
      )
    ).json().data
    const belief = (
      await api.post(
        diagnosis,
        { kind: 'money_belief', version: '1', answers: beliefAnswers(2) },
        { as },
      )
    ).json().data
    expect((await api.get(me, { as })).json().data.diagnoses).toEqual({
      survey: later,
      moneyBelief: belief,
    })
  })
})

describe('GET me, once its response is cached', () => {
  test('immediately shows what another process changed', async () => {
    const other = await startApi({ parts: { database: api.database } })
    const as = somebody()
    const shown = async () => (await api.get(me, { as })).json().data
    const { id, firstName } = await shown()
    expect(firstName).toBeNull()

    await other.patch(me, { firstName: 'Ada' }, { as })
    expect(await shown()).toMatchObject({ id, firstName: 'Ada' })

    const survey = (
      await other.post(diagnosis, { kind: 'survey', version: '1', answers: surveyAnswers }, { as })
    ).json().data
    expect((await shown()).diagnoses).toEqual({ survey, moneyBelief: null })

    await other.get(me, { as: { ...as, email: 'moved@example.com' } })
    expect(
      (await api.get(me, { as: { ...as, email: 'moved@example.com' } })).json().data.email,
    ).toBe('moved@example.com')
    await other.stop()
  })

  test('shows a manual change to the user immediately, and one to the results once the user has a new revision', async () => {
    const as = somebody()
    await api.post(diagnosis, { kind: 'survey', version: '1', answers: surveyAnswers }, { as })
    const shown = async () => (await api.get(me, { as })).json().data
    const { id } = await shown()
    await api.db.update(users).set({ lastName: 'King' }).where(eq(users.id, id))
    expect((await shown()).lastName).toBe('King')
    await api.db.delete(diagnoses).where(eq(diagnoses.userId, id))
    await reviseUser(api.db, id)
    expect((await shown()).diagnoses.survey).toBeNull()
  })

  test('is refused immediately after another process has deleted the user', async () => {
    const other = await startApi({ parts: { database: api.database } })
    const as = somebody()
    await api.get(me, { as })
    expect((await other.delete(me, { as })).statusCode).toBe(204)
    expect((await api.get(me, { as })).statusCode).toBe(401)
    await other.stop()
  })
})

describe('PATCH me', () => {
  const thisYear = new Date().getUTCFullYear()

  test('changes what is given and keeps the rest', async () => {
    const as = somebody()
    await api.patch(
      me,
      { firstName: '  Ada ', lastName: 'Lovelace', birthYear: 1985, phone: '+1 (212) 555-0100' },
      { as },
    )
    const answer = await api.patch(me, { lastName: 'King' }, { as })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      birthYear: 1985,
      phone: '+12125550100',
    })
    expect((await api.get(me, { as })).json().data).toEqual(answer.json().data)
  })

  test('clears the phone number with null', async () => {
    const as = somebody()
    await api.patch(me, { phone: '+442071838750' }, { as })
    expect((await api.patch(me, { phone: null }, { as })).json().data.phone).toBeNull()
  })

  test('accepts an empty change', async () => {
    expect((await api.patch(me, {}, { as: somebody() })).statusCode).toBe(200)
  })

  test.each([18, 120])('accepts an age of %i years', async (age) => {
    expect(
      (await api.patch(me, { birthYear: thisYear - age }, { as: somebody() })).statusCode,
    ).toBe(200)
  })

  test.each([
    [{ firstName: '' }, 'firstName', 'field/required'],
    [{ lastName: '   ' }, 'lastName', 'field/required'],
    [{ firstName: 'x'.repeat(51) }, 'firstName', 'field/too-long'],
    [{ firstName: 'a\u0000b' }, 'firstName', 'field/invalid'],
    [{ firstName: null }, 'firstName', 'field/wrong-type'],
    [{ birthYear: thisYear - 17 }, 'birthYear', 'field/out-of-range'],
    [{ birthYear: thisYear - 121 }, 'birthYear', 'field/out-of-range'],
    [{ birthYear: '1985' }, 'birthYear', 'field/wrong-type'],
    [{ birthYear: 1985.5 }, 'birthYear', 'field/wrong-type'],
    [{ phone: '555-0100' }, 'phone', 'field/invalid'],
    [{ email: 'x@example.com' }, 'email', 'field/unknown'],
    [
      { attribution: { firstTouch: { source: 'x'.repeat(201) } } },
      'attribution.firstTouch.source',
      'field/invalid',
    ],
    [
      { attribution: { firstTouch: { referrer: 'x' } } },
      'attribution.firstTouch.referrer',
      'field/unknown',
    ],
  ])('refuses %j, naming %s', async (body, path, code) => {
    const answer = await api.patch(me, body, { as: somebody() })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ path, code })])
  })

  test('never changes the first touch and updates the last, even with concurrent changes', async () => {
    const as = somebody()
    const touch = (source: string) => ({
      attribution: { firstTouch: { source }, lastTouch: { source } },
    })
    await api.patch(me, { visitorId: '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11' }, { as })
    const answers = await Promise.all(
      ['paper', 'search'].map((source) => api.patch(me, touch(source), { as })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const kept = async () => (await api.get(`${me}/export`, { as })).json().data.attribution
    const { firstTouch } = await kept()
    expect(['paper', 'search']).toContain(firstTouch.source)
    await api.patch(me, touch('fair'), { as })
    expect(await kept()).toEqual({ firstTouch, lastTouch: { source: 'fair' } })
  })

  test('names every wrong field in one response', async () => {
    const answer = await api.patch(
      me,
      { firstName: '', birthYear: 1, phone: 'x' },
      { as: somebody() },
    )
    expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual([
      'firstName',
      'birthYear',
      'phone',
    ])
  })
})

describe('diagnoses', () => {
  test('are stored once for each distinct set of answers', async () => {
    const as = somebody()
    const body = { kind: 'survey', version: '1', answers: surveyAnswers }
    const first = await api.post(diagnosis, body, { as })
    const reordered = Object.fromEntries(
      Object.entries({
        ...surveyAnswers,
        'debt-kinds': ['student-loan', 'credit-card'],
      }).toReversed(),
    )
    const again = await api.post(diagnosis, { ...body, answers: reordered }, { as })
    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.json()).toEqual(first.json())
  })

  test('become the newest again when the same answers are saved after others', async () => {
    const as = somebody()
    const save = async (value: number) =>
      (
        await api.post(
          diagnosis,
          { kind: 'money_belief', version: '1', answers: beliefAnswers(value) },
          { as },
        )
      ).json().data as { id: string; createdAt: string }
    const [earlier, later] = [await save(1), await save(2)]
    const again = await save(1)
    expect(again).toEqual({ ...earlier, createdAt: expect.any(String) })
    expect(again.createdAt >= later.createdAt).toBe(true)
    expect((await api.get(me, { as })).json().data.diagnoses.moneyBelief).toEqual(again)
    const { data, nextCursor } = (await api.get(`${diagnosis}?limit=1`, { as })).json()
    expect(data).toEqual([again])
    const next = await api.get(`${diagnosis}?limit=1&cursor=${nextCursor}`, { as })
    expect(next.json()).toEqual({ data: [later], nextCursor: null })
  })

  test('are stored once when the same answers are sent concurrently', async () => {
    const as = somebody()
    const body = { kind: 'money_belief', version: '1', answers: beliefAnswers(5) }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.post(diagnosis, body, { as })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ])
    expect((await api.get(diagnosis, { as })).json().data).toHaveLength(1)
  })

  test('are listed newest first, and only the user’s own', async () => {
    const [as, other] = [somebody(), somebody()]
    for (const value of [1, 2, 3]) {
      await api.post(
        diagnosis,
        { kind: 'money_belief', version: '1', answers: beliefAnswers(value) },
        { as },
      )
    }
    const scores = (await api.get(diagnosis, { as }))
      .json()
      .data.map(({ answers }: { answers: Record<string, number> }) => answers['belief-01'])
    expect(scores).toEqual([3, 2, 1])
    expect((await api.get(diagnosis, { as: other })).json().data).toEqual([])
  })

  test('are refused when answers are missing', async () => {
    const answer = await api.post(
      diagnosis,
      { kind: 'survey', version: '1', answers: {} },
      { as: somebody() },
    )
    expect(answer.statusCode).toBe(422)
  })
})
