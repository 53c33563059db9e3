import type { Visitor } from './visitor.ts'

/** Gives the visitor's browser the test wallet of the payments sandbox. */
export const giveWallet = async ({ context }: Visitor): Promise<void> => {
  await context.route('**/config.json', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { stripe: { scriptUrl: string } }
    const scriptUrl = `${config.stripe.scriptUrl}?wallet`
    await route.fulfill({ response, json: { ...config, stripe: { ...config.stripe, scriptUrl } } })
  })
}

/** The open wallet, which covers the page. */
export const walletOf = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Test wallet' })
