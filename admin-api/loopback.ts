import { isIP } from 'node:net'

/** Whether a host, or a socket's folder, is on this machine. IPv6 without brackets. */
export const isOnThisMachine = (host: string): boolean =>
  host === '' ||
  host.startsWith('/') ||
  host === 'localhost' ||
  host === '::1' ||
  (isIP(host) === 4 && host.startsWith('127.'))
