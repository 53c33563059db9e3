import { describe, expect, it } from 'vitest'
import { mailboxOf } from '#core/model/mailbox.ts'

describe('mailboxOf', () => {
  it.each([
    ['ada@gmail.com', 'Gmail'],
    ['ada@GoogleMail.com', 'Gmail'],
    ['ada@hotmail.co.uk', 'Outlook'],
    ['ada@live.de', 'Outlook'],
    ['ada@yahoo.fr', 'Yahoo Mail'],
    ['ada@me.com', 'iCloud Mail'],
    ['ada@proton.me', 'Proton Mail'],
  ])('recognises the mailbox by the domain of %s', (email, name) =>
    expect(mailboxOf(email)?.name).toBe(name),
  )

  it.each([
    'ada@example.com',
    'ada@gmail.com.example',
    'ada@notgmail.com',
    'gmail.com@example.com',
    '',
  ])('returns null for %j', (email) => expect(mailboxOf(email)).toBeNull())
})
