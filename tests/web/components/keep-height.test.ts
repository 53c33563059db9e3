// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { keepHeight } from '#web/components/keep-height.ts'

it.each([
  ['something in it is clicked', () => document.querySelector('button')!.click()],
  ['something else is clicked', () => document.body.click()],
  ['a key is pressed', () => document.body.dispatchEvent(new KeyboardEvent('keydown'))],
])('keepHeight keeps an element’s height until %s', (_input, act) => {
  document.body.innerHTML = '<section><button>Edit</button></section>'
  const section = document.querySelector('section')!
  vi.spyOn(section, 'offsetHeight', 'get').mockReturnValue(240)
  keepHeight(section)
  expect(section.style.minHeight).toBe('240px')
  act()
  expect(section.style.minHeight).toBe('')
})

it.each([
  ['below the screen', { contentEnd: 800, end: 1100 }, ''],
  ['above the screen', { contentEnd: -300, end: 0 }, ''],
  ['on the screen', { contentEnd: 300, end: 600 }, '240px'],
  ['partly on the screen', { contentEnd: -10, end: 290 }, '240px'],
])(
  'keepHeight gives up the extra space on scrolling only if it is out of sight: %s',
  (_place, ends, minHeight) => {
    document.body.innerHTML = '<section><p>Saved.</p></section>'
    const [section, content] = document.querySelectorAll<HTMLElement>('section, p')
    vi.spyOn(section!, 'offsetHeight', 'get').mockReturnValue(240)
    const endAt = (element: Element, bottom: number) =>
      vi.spyOn(element, 'getBoundingClientRect').mockReturnValue({ bottom } as DOMRect)
    endAt(section!, ends.end)
    endAt(content!, ends.contentEnd)
    vi.stubGlobal('innerHeight', 768)
    vi.stubGlobal('CSS', { supports: () => true })
    keepHeight(section!)
    document.dispatchEvent(new Event('scroll'))
    expect(section!.style.minHeight).toBe(minHeight)
  },
)

it('keepHeight does nothing without an element', () => {
  expect(() => keepHeight(null)).not.toThrow()
})
