/** What could end a script element, begin a comment, or end a line in old JavaScript. */
const unsafe = /[<>&\u2028\u2029]/g

/**
 * A script's text with the characters that an HTML parser acts on escaped, as they may be within
 * strings.
 */
export const escapeScript = (text: string): string =>
  text.replaceAll(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** JSON that is safe to embed in an inline script. */
export const inlineJson = (value: unknown): string => escapeScript(JSON.stringify(value))
