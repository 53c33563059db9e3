import { personalCard } from '#sandbox/payments/cards.ts'

let cards = Math.floor(Math.random() * 5_000_000)

const next = (): number => {
  cards += 1
  return cards
}

/** The number of a good card that nobody has had a free trial with. */
export const freshCardNumber = (): string => personalCard(next())

/** The payment provider's token of such a card. */
export const freshCardToken = (): string => `pm_card_personal_${next()}`

/** The number of the card behind the token. */
export const numberOf = (token: string): string => personalCard(Number(token.split('_').at(-1)))
