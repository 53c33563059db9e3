// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadFailureScript } from '#web/shell/load-failure.tsx'
import { Shell } from '#web/shell/shell.tsx'
import { createAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

const waiting = [
  '/sign-in',
  '/account-recovery',
  '/mail-link',
  '/account',
  '/sign-up/survey',
  '/assessment/money-belief',
  '/enroll/payment',
]

const sentence = 'Part of this page didn’t load.'

/** The application's code does not arrive. */
const aLoader = () =>
  createAppLoader(
    () => Promise.reject(new Error('Loading chunk 1 failed.')),
    () => false,
  )

const aPage = (path: string, loader = aLoader()) => (
  <AppLoaderProvider loader={loader}>
    <Shell path={path}>
      <h1>The page</h1>
    </Shell>
  </AppLoaderProvider>
)

// As the browser does at its place in the document.
new Function(loadFailureScript)()

describe('code that did not arrive', () => {
  it.each(waiting)('is named at %s, and can be asked for again', async (path) => {
    const loader = aLoader()
    render(aPage(path, loader))
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => loader.start())
    expect(screen.getByRole('alert').textContent).toContain(sentence)
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
  })

  it.each(waiting)('is named at %s before any code runs', (path) => {
    expect(renderToString(aPage(path))).toContain(sentence)
  })

  it('is noticed before any code runs', () => {
    const { dataset } = document.documentElement
    const fails = (name: string) => {
      const element = document.head.appendChild(document.createElement(name))
      element.dispatchEvent(new Event('error'))
      element.remove()
    }
    fails('link')
    expect('failed' in dataset).toBe(false)
    fails('script')
    expect('failed' in dataset).toBe(true)
  })

  it('comes with a reload', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    document.body.innerHTML = renderToString(aPage('/sign-in'))
    screen.getByRole('heading', { name: 'The page' }).click()
    expect(reload).not.toHaveBeenCalled()
    screen.getByText('Reload the page').click()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is no matter where the page shows nothing of it', async () => {
    const loader = aLoader()
    render(aPage('/', loader))
    await act(() => loader.start())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(renderToString(aPage('/'))).not.toContain(sentence)
  })
})
