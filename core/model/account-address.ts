import { routes } from './routes.ts'

const ANOTHER = 'another'

/** The account with the form for another card open. */
export const anotherCardPath = `${routes.account}?card=${ANOTHER}`

/** Whether the query's `card` asks for that form. Whatever else it says opens nothing. */
export const asksForAnotherCard = (card: unknown): boolean => card === ANOTHER
