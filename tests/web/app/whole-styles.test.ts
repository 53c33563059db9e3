// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { applyWholeStyles } from '#web/app/whole-styles.ts'

const link = () => document.querySelector('link')!

describe('the whole style sheet of a document', () => {
  beforeEach(() => {
    document.body.innerHTML = '<main></main><link rel="stylesheet" media="print" disabled>'
  })

  it('is asked for, and put to use when it comes', async () => {
    const applied = applyWholeStyles(document)
    expect([link().disabled, link().media]).toEqual([false, 'print'])
    link().dispatchEvent(new Event('load'))
    await applied
    expect(link().media).toBe('all')
  })

  it('holds nothing up where it can not be had', async () => {
    const applied = applyWholeStyles(document)
    link().dispatchEvent(new Event('error'))
    await applied
    expect(link().media).toBe('print')
  })

  it('is put to use at once where it came before the scripts', async () => {
    Object.defineProperty(link(), 'sheet', { value: {} })
    await applyWholeStyles(document)
    expect(link().media).toBe('all')
  })

  it('is nothing to look for on a page that has none', async () => {
    document.body.innerHTML = '<main></main>'
    await expect(applyWholeStyles(document)).resolves.toBeUndefined()
  })
})
