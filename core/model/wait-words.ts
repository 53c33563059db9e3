/** `90` → `2 minutes`, rounded up. */
export const waitWords = (seconds: number): string => {
  const [count, unit] =
    seconds <= 60
      ? [seconds, 'second']
      : seconds <= 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a visitor is told after a rate limit; not every provider says how long it lasts. */
export const tooManyAttempts = (retryAfterSeconds?: number): string => {
  const wait = retryAfterSeconds === undefined ? 'a few minutes' : waitWords(retryAfterSeconds)
  return `Too many attempts. Please wait ${wait} and try again.`
}
