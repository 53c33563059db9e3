/** The storage's key of the persisted state. Apart from its schema, which not every page needs. */
export const PERSISTED_STATE = 'PERSISTED_STATE'
