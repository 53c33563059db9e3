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

/** What a visitor is told after a rate limit. */
export const tooManyAttempts = (retryAfterSeconds: number): string =>
  `Too many attempts. Please wait ${waitWords(retryAfterSeconds)} and try again.`
