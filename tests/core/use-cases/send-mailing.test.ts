import { describe, expect, it } from 'vitest'
import { sendMailing } from '#core/use-cases/send-mailing.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

const finishLater = { kind: 'finish_later' } as const

describe('sendMailing', () => {
  it('mails the result that the server calculates from the answers', async () => {
    const { app, adminApi } = inMemory()
    const questionnaire = await adminApi.questionnaire('survey')
    const { kind, version } = questionnaire
    const mailing = { kind, version, answers: answersTo(questionnaire) }
    expect(await app.sendMailing(mailing, 'ada@example.com')).toEqual({ kind: 'accepted' })
    expect(adminApi.mailings).toMatchObject([{ to: 'ada@example.com', result: { kind: 'survey' } }])
  })

  it('mails a link back to the sign-up', async () => {
    const { app, adminApi } = inMemory()
    expect(await app.sendMailing(finishLater, 'ada@example.com')).toEqual({ kind: 'accepted' })
    expect(adminApi.mailings).toMatchObject([{ to: 'ada@example.com', result: null }])
  })

  it('tracks nothing', async () => {
    const world = inMemory()
    await world.app.sendMailing(finishLater, 'ada@example.com')
    expect(world.eventNames()).toEqual([])
  })

  it('returns email-invalid for anything that is not an email address', async () => {
    const { app } = inMemory()
    expect(await app.sendMailing(finishLater, 'nobody')).toEqual({ kind: 'email-invalid' })
  })

  it('returns outdated for answers to questions that have changed', async () => {
    const { app } = inMemory()
    const mailing = { kind: 'survey', version: '0', answers: {} } as const
    expect(await app.sendMailing(mailing, 'ada@example.com')).toEqual({ kind: 'outdated' })
  })

  it('returns how long to wait after too many requests', async () => {
    const { app, adminApi } = inMemory()
    adminApi.throttle()
    expect(await app.sendMailing(finishLater, 'ada@example.com')).toEqual({
      kind: 'rate-limited',
      retryAfterSeconds: 30,
    })
  })

  it('asks the challenge for a fresh token each time', async () => {
    const world = inMemory()
    const actions: string[] = []
    const challenge = {
      token: (action: 'save_card' | 'send_mail') => (
        actions.push(action),
        world.challenge.token(action)
      ),
    }
    const send = sendMailing({ ...world, challenge })
    world.challenge.distrust()
    expect(await send(finishLater, 'ada@example.com')).toEqual({
      kind: 'challenge-failed',
    })
    world.challenge.restore()
    expect(await send(finishLater, 'ada@example.com')).toEqual({ kind: 'accepted' })
    expect(actions).toEqual(['send_mail', 'send_mail'])
  })

  it('sends no token where no challenge is set up', async () => {
    const world = inMemory()
    world.challenge.turnOff()
    const requests: object[] = []
    const adminApi = {
      ...world.adminApi,
      sendMailing: async (request: object) => {
        requests.push(request)
        return { kind: 'accepted' } as const
      },
    }
    await sendMailing({ ...world, adminApi })(finishLater, 'ada@example.com')
    expect(requests).toEqual([{ kind: 'finish_later', email: 'ada@example.com' }])
  })

  it('throws PortUnavailable while the admin API or the challenge is down', async () => {
    const { app, adminApi, challenge } = inMemory()
    adminApi.fail()
    await expect(app.sendMailing(finishLater, 'a@b.example')).rejects.toBeInstanceOf(
      PortUnavailable,
    )
    adminApi.restore()
    challenge.fail()
    await expect(app.sendMailing(finishLater, 'a@b.example')).rejects.toMatchObject({
      port: 'challenge',
    })
  })
})
