/** More rounds of percent-encoding than any redirect chain adds. */
const MOST_ROUNDS = 12

const escapes = /(?:%[0-9a-f]{2})+/gi
const asciiEscape = /%([0-7][0-9a-f])/gi

/** A run that is not valid UTF-8 still reveals its ASCII characters. */
const decodeRun = (run: string): string => {
  try {
    return decodeURIComponent(run)
  } catch {
    return run.replaceAll(asciiEscape, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
}

/**
 * The text without percent-encoding, however many times it was encoded. Null when it is still
 * changing after twelve rounds, which no honest link needs.
 */
export const decodeFully = (text: string): string | null => {
  let decoded = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = decoded.replaceAll(escapes, decodeRun)
    if (next === decoded) return decoded.normalize('NFKC')
    decoded = next
  }
  return null
}

/** Email addresses in a text; linear in its length. */
export const emailPattern = /[\p{L}\p{N}_.+%'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/giu

/** Whether a text may contain an email address, however often it is percent-encoded. */
export const mentionsEmail = (text: string): boolean => decodeFully(text)?.includes('@') ?? true
