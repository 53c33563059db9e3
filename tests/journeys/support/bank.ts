import type { Visitor } from './visitor.ts'

const checkFrame = 'iframe[title="3D Secure authentication"]'

/** The test page of the bank, inside the payment provider's overlay. */
export const bankOf = ({ page }: Visitor) => page.frameLocator(checkFrame)

/**
 * Passes the bank's check and waits until its page is gone, since a second check opens a new page.
 */
export const passCheck = async (visitor: Visitor): Promise<void> => {
  const frame = await visitor.page.waitForSelector(checkFrame)
  await bankOf(visitor).getByRole('button', { name: 'Complete' }).click()
  await frame.waitForElementState('hidden')
}
