import { datesNote, greetingOf } from './mail-content.ts'
import type { MailContent, MailList } from './mail-content.ts'

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

const list = ({ title, items }: MailList): readonly string[] => [
  wrap(title),
  ...items.map(({ lead, text }) => [...(lead ? [wrap(lead)] : []), wrap(text)].join('\n')),
]

/** The mail for readers without HTML. */
export const plainText = (content: MailContent): string => {
  const { heading, paragraphs, facts, lists = [], action, after, reason } = content
  return [
    'Evenkeel',
    wrap(heading),
    wrap(greetingOf(content)),
    ...paragraphs.map(wrap),
    ...(facts.length > 0 ? [table(facts)] : []),
    ...lists.flatMap(list),
    `${action.label}:\n${action.url}`,
    ...after.map(wrap),
    `--\n${wrap(`${reason} ${datesNote}`)}\n`,
  ].join('\n\n')
}
