import { isIP } from 'node:net'

/**
 * Whose X-Forwarded-For is trusted: a number of hops in front of this server, or proxies at these
 * addresses; 0 and an empty list trust nobody.
 */
export type TrustedProxies = number | readonly string[]

const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']
const mostHops = 10

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  // A prefix of 0 would trust everybody.
  return (
    /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128)
  )
}

/** The proxies that a setting names, or the sentence that says what is wrong with it. */
export const readTrustedProxies = (
  text: string | null,
): TrustedProxies | { readonly problem: string } => {
  if (text === null || text === 'false') return 0
  if (text === 'true') {
    return {
      problem:
        'TRUST_PROXY must not be true: anybody could then name the address that limits count. ' +
        'Give the number of proxies in front of this server, or their addresses.',
    }
  }
  if (/^\d+$/.test(text) && Number(text) <= mostHops) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every((network) => namedRanges.includes(network) || isNetwork(network)))
    return networks
  return {
    problem:
      `TRUST_PROXY must be a number of proxies up to ${mostHops}, or addresses and networks separated by commas, such as ` +
      `10.0.0.0/8 or loopback, but is "${text}".`,
  }
}

/**
 * The setting as Fastify's `trustProxy` option. A number becomes a function, because Fastify trusts
 * no proxy when given a number.
 */
export const trustProxyOption = (
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) => {
  if (typeof proxies !== 'number') return [...proxies]
  return proxies === 0 ? false : (_address, hop) => hop < proxies
}
