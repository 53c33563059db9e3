import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

export type JsonLines<T> = {
  /** The newest `limit` items, oldest first. */
  items: () => readonly T[]
  append: (item: T) => void
  clear: () => void
}

const parse = <T>(line: string): T[] => {
  try {
    return [JSON.parse(line) as T]
  } catch {
    // The last line is incomplete if a process was killed while it wrote.
    return []
  }
}

/** A bounded list that survives a restart, as a file with one JSON value a line. */
export const openJsonLines = <T>(file: string, limit: number): JsonLines<T> => {
  mkdirSync(path.dirname(file), { recursive: true })
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  let items = text
    .split('\n')
    .flatMap((line) => parse<T>(line))
    .slice(-limit)
  let written = Number.POSITIVE_INFINITY

  const rewrite = () => {
    writeFileSync(`${file}.new`, items.map((item) => `${JSON.stringify(item)}\n`).join(''))
    renameSync(`${file}.new`, file)
    written = items.length
  }

  return {
    items: () => items,
    append: (item) => {
      items.push(item)
      if (items.length > limit) items = items.slice(-limit)
      if (written >= limit * 2) {
        rewrite()
        return
      }
      appendFileSync(file, `${JSON.stringify(item)}\n`)
      written += 1
    },
    clear: () => {
      items = []
      written = 0
      rmSync(file, { force: true })
    },
  }
}
