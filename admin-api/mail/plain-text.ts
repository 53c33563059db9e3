import { datesNote, greetingOf } from './mail-content.ts'
import type { MailContent } from './mail-content.ts'

const lineLength = 72

const wrap = (text: string): string => {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > lineLength) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}

const table = (facts: MailContent['facts']): string => {
  const width = Math.max(...facts.map(([label]) => label.length)) + 3
  return facts.map(([label, value]) => `  ${label.padEnd(width)}${value}`).join('\n')
}

/** The mail for readers without HTML. */
export const plainText = (content: MailContent): string => {
  const { heading, paragraphs, facts, action, after, reason } = content
  return [
    'Evenkeel',
    wrap(heading),
    wrap(greetingOf(content)),
    ...paragraphs.map(wrap),
    ...(facts.length > 0 ? [table(facts)] : []),
    `${action.label}:\n${action.url}`,
    ...after.map(wrap),
    `--\n${wrap(`${reason} ${datesNote}`)}\n`,
  ].join('\n\n')
}
