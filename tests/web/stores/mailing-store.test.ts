import { describe, expect, it, vi } from 'vitest'
import { messages } from '#core/model/messages.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { signUpAda } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'
import { aPageLoad } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const answers = answersTo(content.questionnaires.survey)

/** A page of a visitor with a survey result on this device. */
const withResult = async () => {
  const page = await aPageLoad()
  const outcome = content.calculate({ kind: 'survey', version: '1', answers })
  if (outcome.kind !== 'scored' || outcome.result.kind !== 'survey') throw new Error('No result')
  const survey = { answers, diagnosis: outcome.result, introPicture: '' }
  page.global.changeSignUpData({ survey, isSurveyCompleted: true })
  return page
}

/** Holds back the request until the returned function is called. */
const held = ({ adminApi }: PageLoad) => {
  let letGo = () => {}
  const { sendMailing } = adminApi
  vi.spyOn(adminApi, 'sendMailing').mockImplementationOnce(async (request) => {
    await new Promise<void>((resolve) => {
      letGo = resolve
    })
    return sendMailing(request)
  })
  return () => letGo()
}

describe('the mailing store', () => {
  it('mails the result on this device, and says to which address', async () => {
    const page = await withResult()
    page.mailing.open('survey')
    await page.mailing.submit('ada@example.com')
    expect(page.mailing.sentTo).toBe('ada@example.com')
    expect(page.adminApi.mailings).toMatchObject([
      { to: 'ada@example.com', result: page.global.signUpData.survey.diagnosis },
    ])
  })

  it('mails the account’s result when this device has none', async () => {
    const page = await aPageLoad()
    const { kind, version } = content.questionnaires.survey
    await signUpAda(page)
    await page.adminApi.saveDiagnosis({ kind, version, answers })
    const { reload } = page
    const later = await reload()
    later.mailing.open('survey')
    await later.mailing.submit('ada@example.com')
    expect(later.adminApi.mailings).toMatchObject([{ result: { kind: 'survey' } }])
  })

  it('mails the link back to the sign-up, and does not keep the address', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    await page.mailing.submit('ada@example.com')
    expect(page.adminApi.mailings).toMatchObject([{ to: 'ada@example.com', result: null }])
    page.mailing.close()
    expect(JSON.stringify([page.global.signUpData, page.mailing.sentTo])).not.toContain('ada@')
    expect(page.eventNames()).toEqual([])
  })

  it('sends nothing without an open form or a result', async () => {
    const page = await aPageLoad()
    await page.mailing.submit('ada@example.com')
    page.mailing.open('survey')
    await page.mailing.submit('ada@example.com')
    expect(page.adminApi.mailings).toEqual([])
    expect(page.mailing.isSending).toBe(false)
  })

  it('suggests the signed-in user’s address, or else the billing email', async () => {
    const page = await aPageLoad()
    expect(page.mailing.knownEmail).toBe('')
    page.global.changeSignUpData({ billingEmail: 'billing@example.com' })
    expect(page.mailing.knownEmail).toBe('billing@example.com')
    await signUpAda(page)
    expect((await page.reload()).mailing.knownEmail).toBe('ada@example.com')
  })

  it('shows a refusal until the next attempt or another address', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    page.adminApi.throttle()
    await page.mailing.submit('ada@example.com')
    expect(page.mailing.refusal).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
    page.mailing.forgetRefusal()
    expect(page.mailing.refusal).toBeNull()
    page.adminApi.restore()
    await page.mailing.submit('nobody')
    expect(page.mailing.refusal).toEqual({ kind: 'email-invalid' })
    await page.mailing.submit('ada@example.com')
    expect(page.mailing).toMatchObject({ refusal: null, sentTo: 'ada@example.com' })
  })

  it('offers to try again after an outage', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    page.adminApi.fail()
    await page.mailing.submit('ada@example.com')
    const [notice] = page.notices.all
    expect(notice?.text).toBe(messages.somethingWentWrong)
    page.adminApi.restore()
    notice?.retry?.()
    await expect.poll(() => page.mailing.sentTo).toBe('ada@example.com')
    expect(page.notices.all).toEqual([])
  })

  it('sends one request for two clicks', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    const send = vi.spyOn(page.adminApi, 'sendMailing')
    const { submit } = page.mailing
    await Promise.all([submit('ada@example.com'), submit('ada@example.com')])
    expect(send).toHaveBeenCalledOnce()
  })

  it('ignores a response that arrives after the form was closed', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    const letGo = held(page)
    const sending = page.mailing.submit('ada@example.com')
    await expect.poll(() => vi.mocked(page.adminApi.sendMailing).mock.calls).toHaveLength(1)
    page.mailing.open('finish_later')
    letGo()
    await sending
    expect(page.mailing).toMatchObject({ kind: 'finish_later', isSending: false, sentTo: null })
  })

  it('reports a failure after the form was closed, without Retry', async () => {
    const page = await aPageLoad()
    page.mailing.open('finish_later')
    const letGo = held(page)
    const sending = page.mailing.submit('ada@example.com')
    await expect.poll(() => vi.mocked(page.adminApi.sendMailing).mock.calls).toHaveLength(1)
    page.mailing.close()
    page.adminApi.fail()
    letGo()
    await sending
    expect(page.notices.all).toMatchObject([{ tone: 'error', retry: null }])
  })
})
