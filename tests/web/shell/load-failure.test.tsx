// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { LoadFailure, loadFailureScript } from '#web/shell/load-failure.tsx'

// Runs the script as the browser does when it reaches it in the document.
new Function(loadFailureScript)()

describe('a script of the site that fails to load', () => {
  it('is recorded on the document, unlike an image or a script from another origin', () => {
    const { dataset } = document.documentElement
    const fails = (name: string, address: string) => {
      const element = document.createElement(name)
      Object.defineProperty(element, 'src', { value: address })
      document.head.append(element)
      element.dispatchEvent(new Event('error'))
      element.remove()
    }
    fails('img', `${window.location.origin}/app.js`)
    fails('script', 'https://elsewhere.example/extension.js')
    expect('failed' in dataset).toBe(false)
    fails('script', `${window.location.origin}/app.js`)
    expect('failed' in dataset).toBe(true)
  })

  it('can be requested again with the button that reloads the page', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    render(<LoadFailure />)
    screen.getByText(/Part of this page/).click()
    expect(reload).not.toHaveBeenCalled()
    screen.getByText('Reload the page').click()
    expect(reload).toHaveBeenCalledOnce()
  })
})
