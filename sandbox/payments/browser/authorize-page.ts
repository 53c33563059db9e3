/** The bank's test page: tells the API what the customer chose, then the page that opened it. */
import { AUTHENTICATED } from './protocol.ts'

const query = new URLSearchParams(location.search)

const button = (id: string): HTMLButtonElement => document.getElementById(id) as HTMLButtonElement

const complete = button('test-source-authorize-3ds')
const fail = button('test-source-fail-3ds')

const finish = async (passed: boolean): Promise<void> => {
  complete.disabled = true
  fail.disabled = true
  try {
    const response = await fetch('/3ds/complete', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        intent: query.get('intent'),
        client_secret: query.get('client_secret'),
        passed,
      }),
    })
    const body = (await response.json()) as {
      redirectTo?: string | null
      error?: { message: string }
    }
    if (body.error) throw new Error(body.error.message)
    if (query.has('redirect') && body.redirectTo) location.assign(body.redirectTo)
    else window.parent.postMessage({ type: AUTHENTICATED }, '*')
  } catch (error) {
    complete.disabled = false
    fail.disabled = false
    const problem = document.getElementById('problem')
    if (problem) problem.textContent = error instanceof Error ? error.message : String(error)
  }
}

complete.addEventListener('click', () => void finish(true))
fail.addEventListener('click', () => void finish(false))
complete.focus()
