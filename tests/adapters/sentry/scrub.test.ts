import { describe, expect, it } from 'vitest'
import { scrub } from '#adapters/sentry/scrub.ts'

describe('scrubbing a report', () => {
  it.each([
    ['Maya.Ross+tag@mail.example.co.uk is taken', '[email] is taken'],
    ['/sign-in?email=maya%40example.com&x=1', '/sign-in?email=[email]&x=1'],
    ['/company/maya%2540example.com', '/company/[email]'],
    ['/company/maya%25252540mail.example.com/x', '/company/[email]/x'],
    ['/p?q=Maya%20Ross&to=maya%40example.com', '/p?q=[value]&to=[email]'],
    ['card 4242424242424242 declined', 'card [card] declined'],
    ['card 4242-4242-4242-4242 declined', 'card [card] declined'],
    ['amex 3782 822463 10005', 'amex [card]'],
    ['token eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'token [token]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [token]'],
    ['intent seti_1abc_secret_2def', 'intent [token]'],
    ['key sk_test_sandbox', 'key [token]'],
    ['/search?q=Maya%20has%204242%204242&step=3', '/search?q=[value]&step=3'],
    [
      'https://host/confirm?oobCode=abc&mode=verify#id_token=xyz',
      'https://host/confirm?oobCode=[token]&mode=verify#id_token=[token]',
    ],
  ])('%j becomes %j', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed)
  })

  it.each([
    'at 1767225600001 ms',
    'node_modules/@sentry/core',
    'request 12345678901234',
    '/sign-up/survey?step=3',
  ])('leaves %j as it is', (text) => {
    expect(scrub(text)).toBe(text)
  })

  it('scrubs nested objects and arrays, and cuts cycles', () => {
    const report: Record<string, unknown> = {
      extra: [{ to: 'maya@example.com', count: 1, none: null }],
    }
    report['self'] = report
    expect(scrub(report)).toEqual({
      extra: [{ to: '[email]', count: 1, none: null }],
      self: '[circular]',
    })
    expect(report['extra']).toEqual([{ to: 'maya@example.com', count: 1, none: null }])
  })

  it('removes known personal data, as a word and in addresses', () => {
    const personal = ['Maya', 'de la Croix', 'x', 'O’Hara (1985)', '']
    const report = {
      message: 'Maya de la Croix has no plan, xmaya has one; O’Hara (1985) too',
      url: '/p?name=Maya&other=de+la+Croix&path=/de%20la%20Croix',
      'field of MAYA': 'x',
    }
    expect(scrub(report, personal)).toEqual({
      message: '[personal] [personal] has no plan, xmaya has one; [personal] too',
      url: '/p?name=[personal]&other=[personal]&path=[value]',
      'field of [personal]': 'x',
    })
  })

  it('leaves instances of classes alone', () => {
    const instance = new Map([['to', 'maya@example.com']])
    expect(scrub({ instance }).instance).toBe(instance)
  })
})
