const texts = [
  'displayName',
  'email',
  'phoneNumber',
  'photoURL',
  'tenantId',
  '_redirectEventId',
  'createdAt',
  'lastLoginAt',
]

const isMissing = (value: unknown) => value === undefined || value === null
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Whether the SDK can read its stored user. On any other text the SDK throws, outside the promises
 * that it returns.
 */
export const isReadableSession = (text: string): boolean => {
  const user = parse(text)
  if (!isObject(user) || !isObject(user['stsTokenManager'])) return false
  const { refreshToken, accessToken, expirationTime } = user['stsTokenManager']
  return (
    typeof user['uid'] === 'string' &&
    user['uid'] !== '' &&
    typeof user['emailVerified'] === 'boolean' &&
    typeof user['isAnonymous'] === 'boolean' &&
    texts.every((name) => isMissing(user[name]) || typeof user[name] === 'string') &&
    typeof refreshToken === 'string' &&
    typeof accessToken === 'string' &&
    typeof expirationTime === 'number'
  )
}

/** The id of the stored user; null when there is none that can be read. */
export const storedId = (text: string | null): string | null => {
  const user = text === null ? null : parse(text)
  return isObject(user) && typeof user['uid'] === 'string' ? user['uid'] : null
}
