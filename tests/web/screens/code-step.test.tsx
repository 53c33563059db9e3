// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { CodeStep } from '#web/screens/account/code-step.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

it('the code step does not say that a code was texted before it was sent', async () => {
  const ports = inMemory()
  await signUpAda(ports)
  const page = await aPageLoad(ports)
  await page.secondFactor.sendCode('+442079460958')
  await page.secondFactor.enrol(page.auth.textMessages.at(-1)?.code ?? '')
  await page.leave.signOut()
  const send = vi.spyOn(page.auth, 'sendSignInCode')
  send.mockRejectedValueOnce(new PortUnavailable('auth', new Error('Down.')))
  await page.signIn.signIn(ada, ignore)
  await expect.poll(() => page.signIn.isSendingCode).toBe(false)
  showScreen(page, <CodeStep onSignedIn={ignore} />)
  expect(screen.queryByText('We’ll text it to your phone ending in 0958.')).not.toBeNull()
  await page.signIn.sendCode()
  expect(await screen.findByText('We’ve texted it to your phone ending in 0958.')).not.toBeNull()
})
