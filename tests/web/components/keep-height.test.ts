// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { keepHeight } from '#web/components/keep-height.ts'

it.each([
  ['something in it is clicked', () => document.querySelector('button')!.click()],
  ['something else is clicked', () => document.body.click()],
  ['a key is pressed', () => document.body.dispatchEvent(new KeyboardEvent('keydown'))],
])('keeps the height an element has until %s', (_input, act) => {
  document.body.innerHTML = '<section><button>Edit</button></section>'
  const section = document.querySelector('section')!
  vi.spyOn(section, 'offsetHeight', 'get').mockReturnValue(240)
  keepHeight(section)
  expect(section.style.minHeight).toBe('240px')
  act()
  expect(section.style.minHeight).toBe('')
})

it('keeps nothing where there is no element', () => {
  expect(() => keepHeight(null)).not.toThrow()
})
