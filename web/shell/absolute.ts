import { site } from '../site.ts'

/** A path of this site as an absolute address. */
export const absolute = (path: string): string => site.url + path
