/** The persisted state's storage key, in a file without the schema, which few pages need. */
export const PERSISTED_STATE = 'PERSISTED_STATE'
