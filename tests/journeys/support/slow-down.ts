import type { Visitor } from './visitor.ts'

const KILOBIT = 1000 / 8

/** JavaScript six times slower, and a network of 400 ms and 400 kbit/s. */
export const slowDown = async ({ context, page }: Visitor): Promise<void> => {
  page.setDefaultTimeout(120_000)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400 * KILOBIT,
    uploadThroughput: 400 * KILOBIT,
  })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}
