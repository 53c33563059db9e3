import { saveBrowser } from '#tests/support/stored-state.ts'
import type { Records } from './records.ts'
import type { SignedIn, Visitor, VisitorOptions } from './visitor.ts'

/** How far somebody with an account has got. */
export type Person = 'unconfirmed' | 'confirmed' | 'subscribed' | 'complete' | 'enrolled'

const become: Readonly<Record<Person, (visitor: Visitor, records: Records) => Promise<void>>> = {
  unconfirmed: async (visitor) => {
    await visitor.open('/sign-up/create-account')
    await visitor.createAccount()
    await visitor.at('/sign-up/verify-email')
  },
  confirmed: (visitor) => visitor.goToPayment(),
  subscribed: async (visitor, records) => {
    await become.confirmed(visitor, records)
    await visitor.fillCard()
    await visitor.press('Start 14 free days')
    await visitor.at('/sign-up/personal-details')
  },
  complete: async (visitor, records) => {
    await become.subscribed(visitor, records)
    await visitor.fillDetails()
    await visitor.press('Continue')
    await visitor.at('/sign-up/download-app')
  },
  enrolled: async (visitor, records) => {
    await visitor.open('/enroll/payment')
    await visitor.page.getByLabel('Billing email').fill(visitor.email)
    await visitor.fillCard()
    await visitor.press('Save card and continue')
    await visitor.at('/enroll/create-account')
    await visitor.createAccount()
    await visitor.at('/enroll/verify-email')
    await records.confirmEmail(visitor.email)
    await visitor.at('/enroll/download-app')
  },
}

/**
 * Prepares people up to a step, once each, so that their storage can be reused for others.
 */
export const createPeople = (
  openVisitor: (options: VisitorOptions) => Promise<Visitor>,
  records: Records,
) => {
  const known = new Map<Person, Promise<SignedIn>>()
  const meet = async (person: Person): Promise<SignedIn> => {
    const visitor = await openVisitor({
      reached: person === 'enrolled' ? undefined : 'create-account',
    })
    await become[person](visitor, records)
    const storage = await saveBrowser(visitor.context)
    await visitor.context.close()
    return { storage, email: visitor.email, password: visitor.password }
  }
  return (person: Person): Promise<SignedIn> => {
    const meeting = known.get(person) ?? meet(person)
    known.set(person, meeting)
    return meeting
  }
}
