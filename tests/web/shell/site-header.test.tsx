// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { headerLinks, ownLink } from '#web/shell/navigation.ts'
import { SiteHeader } from '#web/shell/site-header.tsx'
import type { SiteHeaderProps } from '#web/shell/site-header.tsx'

vi.mock('gatsby', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

afterEach(cleanup)

const open = (variant: SiteHeaderProps['variant']) => {
  render(
    <>
      <SiteHeader
        variant={variant}
        links={headerLinks}
        startHref="/sign-up/survey"
        own={ownLink(false)}
      />
      <p>The page</p>
    </>,
  )
  return userEvent.click(screen.getByText(variant === 'journey' ? 'Help' : 'Menu'))
}

const sheet = () => document.querySelector('header details')
const isOpen = () => sheet()?.hasAttribute('open')

describe('the menu on phones', () => {
  it('closes with Escape, with the focus back on its button', async () => {
    await open('general')
    expect(isOpen()).toBe(true)
    sheet()?.querySelector('a')?.focus()
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(document.activeElement?.textContent).toBe('Menu')
  })

  it('closes on a click outside', async () => {
    await open('general')
    await userEvent.click(screen.getByText('The page'))
    expect(isOpen()).toBe(false)
  })

  it('closes on a click on a link within the page', async () => {
    await open('general')
    const [plans] = [...(sheet()?.querySelectorAll('a') ?? [])].filter(
      ({ textContent }) => textContent === 'Plans',
    )
    await userEvent.click(plans!)
    expect(isOpen()).toBe(false)
  })
})

describe('the header of a journey', () => {
  it('links only to the home page and to help', async () => {
    await open('journey')
    const links = [...document.querySelectorAll('header a')].map((link) =>
      link.getAttribute('href'),
    )
    expect(links).toEqual([
      '/',
      'mailto:hello@evenkeel.example',
      'https://support.evenkeel.example/',
    ])
  })
})
