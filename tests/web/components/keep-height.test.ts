// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { keepHeight } from '#web/components/keep-height.ts'

it('keeps the height an element has until something in it is clicked', () => {
  document.body.innerHTML = '<section><button>Edit</button></section>'
  const section = document.querySelector('section')!
  vi.spyOn(section, 'offsetHeight', 'get').mockReturnValue(240)
  keepHeight(section)
  expect(section.style.minHeight).toBe('240px')
  document.querySelector('button')!.click()
  expect(section.style.minHeight).toBe('')
})

it('keeps nothing where there is no element', () => {
  expect(() => keepHeight(null)).not.toThrow()
})
