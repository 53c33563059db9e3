import { describe, expect, test } from 'vitest'
import { readMail } from '#admin-api/settings/mail.ts'

const siteUrl = 'https://example.com/'
const sender = 'Evenkeel <hello@evenkeel.example>'
const read = (url: string | null, from: string | null = sender) => readMail({ url, from, siteUrl })

describe('the mail settings', () => {
  test('switch mail off when neither SMTP_URL nor MAIL_FROM is set', () => {
    expect(read(null, null)).toEqual({ mail: null, problems: [] })
  })

  test('contain the server, the sender, and the site’s URL without its final slash', () => {
    expect(read('smtps://ada:p%40ss@smtp.example.com:2465').mail).toEqual({
      smtp: {
        host: 'smtp.example.com',
        port: 2465,
        tls: 'implicit',
        user: { name: 'ada', password: 'p@ss' },
      },
      from: { name: 'Evenkeel', address: 'hello@evenkeel.example' },
      siteUrl: 'https://example.com',
    })
  })

  test.each([
    ['smtp://smtp.example.com', 'starttls', 587],
    ['smtp://smtp.example.com:25', 'starttls', 25],
    ['smtps://smtp.example.com', 'implicit', 465],
    ['smtp://localhost:1025', 'off', 1025],
    ['smtp://127.0.0.1', 'off', 25],
    ['smtp://[::1]:1025', 'off', 1025],
  ])('read %s as TLS %s on port %i', (url, tls, port) => {
    expect(read(url).mail?.smtp).toMatchObject({ tls, port })
  })

  test.each([
    ['hello@evenkeel.example', '', 'hello@evenkeel.example'],
    ['"Evenkeel, Inc." <hello@evenkeel.example>', 'Evenkeel, Inc.', 'hello@evenkeel.example'],
  ])('accept %s as the sender', (from, name, address) => {
    expect(read('smtp://localhost', from).mail?.from).toEqual({ name, address })
  })

  test.each([
    'http://smtp.example.com',
    'smtp://',
    'smtp://ada:hunter2@smtp.example.com/x?tls=no',
    'ada:hunter2@smtp',
  ])('refuse %s, and repeat no password', (url) => {
    const { mail, problems } = read(url)
    expect([mail, problems]).toEqual([null, [expect.stringContaining('SMTP_URL')]])
    expect(problems.join()).not.toContain('hunter2')
  })

  test.each(['Evenkeel', 'a@b@c', 'x <a@b.c>\r\nBcc: eve@example.com', 'a@b.c, d@e.f'])(
    'refuse %j as a sender',
    (from) => {
      expect(read('smtp://localhost', from).problems).toEqual([
        expect.stringContaining('MAIL_FROM'),
      ])
    },
  )

  test.each([
    ['smtp://localhost', null],
    [null, sender],
  ])('refuse the SMTP_URL %s with the MAIL_FROM %s', (url, from) => {
    expect(read(url, from).problems).toEqual([
      'SMTP_URL and MAIL_FROM must both be set, or neither.',
    ])
  })
})
