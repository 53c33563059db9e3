// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { earlySubmitScript, takeEarlySubmit, wasOptionPressed } from '#web/journey/early-submit.ts'

const submit = () => {
  const event = new Event('submit', { bubbles: true, cancelable: true })
  document.querySelector('form')?.dispatchEvent(event)
  return event.defaultPrevented
}

// Runs the script as the browser does at its position in the document.
new Function(earlySubmitScript)()

beforeEach(() => {
  document.body.innerHTML = '<form></form>'
})

describe('a form submitted before the page is interactive', () => {
  it('is not sent, and the submit is reported once', () => {
    expect(takeEarlySubmit()).toBe(false)
    expect(submit()).toBe(true)
    expect(takeEarlySubmit()).toBe(true)
    expect(takeEarlySubmit()).toBe(false)
  })

  it('is not reported if the page has handled the submit itself', () => {
    document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
    expect(submit()).toBe(true)
    expect(takeEarlySubmit()).toBe(false)
  })
})

describe('a press before the page is interactive', () => {
  const press = (html: string) => {
    document.body.innerHTML = html
    document.body.firstElementChild?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    return wasOptionPressed()
  }

  it('is recorded only for a radio button', () => {
    expect(wasOptionPressed()).toBe(false)
    expect(press('<input type="radio">')).toBe(true)
    expect(press('<input type="checkbox">')).toBe(false)
    expect(press('<p></p>')).toBe(false)
  })
})
