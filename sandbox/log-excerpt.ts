import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const searched = 200
const quoted = 20

/**
 * The part of a log that explains a failure: from its first error line on, else its end; without
 * colors and empty lines, indented, 20 lines at most.
 */
export const excerptOfLog = (text: string) => {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    // Some tools draw empty lines with a blank Braille pattern.
    .filter((line) => line.replaceAll('\u2800', '').trim() !== '')
    .slice(-searched)
  const first = lines.findIndex((line) => /(^|\s)error\b|Error:/i.test(line))
  const shown = first === -1 ? lines.slice(-quoted) : lines.slice(first, first + quoted)
  return shown.length === 0
    ? '  (nothing was written)'
    : shown.map((line) => `  ${line}`).join('\n')
}

/** Like excerptOfLog, for a file from the given byte on. */
export const excerptOfLogFile = (file: string, start = 0) =>
  excerptOfLog(readFileSync(file).subarray(start).toString('utf8'))
