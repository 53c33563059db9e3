// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { applyWholeStyles } from '#web/app/whole-styles.ts'

const link = () => document.querySelector('link')!

describe('the whole style sheet of a document', () => {
  beforeEach(() => {
    document.body.innerHTML = '<main></main><link rel="stylesheet" media="print">'
  })

  it('is put to use when it comes', () => {
    applyWholeStyles(document)
    expect(link().media).toBe('print')
    link().dispatchEvent(new Event('load'))
    expect(link().media).toBe('all')
  })

  it('is put to use at once where it came before the scripts', () => {
    Object.defineProperty(link(), 'sheet', { value: {} })
    applyWholeStyles(document)
    expect(link().media).toBe('all')
  })

  it('is nothing to look for on a page that has none', () => {
    document.body.innerHTML = '<main></main>'
    expect(() => applyWholeStyles(document)).not.toThrow()
  })
})
