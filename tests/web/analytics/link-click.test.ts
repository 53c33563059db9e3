// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { watchLinks } from '#web/analytics/link-click.ts'

const followed = (markup: string): unknown[] => {
  document.body.innerHTML = markup
  const links: unknown[] = []
  const page = new EventTarget()
  watchLinks(
    {
      addEventListener: page.addEventListener.bind(page),
      location: window.location,
    } as unknown as Window,
    (link) => links.push(link),
  )
  const target = document.querySelector('b') ?? document.querySelector('a')
  const event = new MouseEvent('click')
  Object.defineProperty(event, 'target', { value: target })
  page.dispatchEvent(event)
  return links
}

describe('followed links', () => {
  it.each([
    [
      '<main><section id="plans"><a href="/enroll/payment?plan=annual" data-call="">Start <b>now</b></a></section></main>',
      { label: 'Start now', href: '/enroll/payment', place: 'plans' },
    ],
    [
      '<main><section><a href="/sign-up/survey" data-call="">Start</a></section></main>',
      { label: 'Start', href: '/sign-up/survey', place: 'home' },
    ],
    [
      '<header><a href="https://help.example/a?user=7#top">Help</a></header>',
      { label: 'Help', href: 'https://help.example/a', place: 'header' },
    ],
    [
      '<main><a href="https://invoices.example/i/acct/live_secret?s=1">Open the invoice</a></main>',
      { label: 'Open the invoice', href: 'https://invoices.example/i', place: 'home' },
    ],
    [
      '<footer><a href="https://help.example/" aria-label="Help centre"><b></b></a></footer>',
      { label: 'Help centre', href: 'https://help.example/', place: 'footer' },
    ],
    [
      '<main><article><header><a href="https://help.example/">Help</a></header></article></main>',
      { label: 'Help', href: 'https://help.example/', place: 'home' },
    ],
  ])('are tracked with label, href without query, and place: %s', (markup, link) =>
    expect(followed(markup)).toEqual([link]),
  )

  it.each([
    '<main><a href="/press">Press</a></main>',
    '<main><a href="#plans">Plans</a></main>',
    '<main><a href="mailto:privacy@evenkeel.example">Write</a></main>',
    '<main><a>Nothing</a></main>',
    '<main><b>No link</b></main>',
  ])('are not tracked unless they are a call to action or external: %s', (markup) =>
    expect(followed(markup)).toEqual([]),
  )
})
