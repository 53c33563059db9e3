import { routes } from './routes.ts'

/** The value of the query's `card`. */
export const anotherCard = 'another'

/** The account with the form for another card open. */
export const anotherCardPath = `${routes.account}?card=${anotherCard}`

/** Whether the query's `card` asks for that form. Whatever else it says opens nothing. */
export const asksForAnotherCard = (card: unknown): boolean => card === anotherCard
