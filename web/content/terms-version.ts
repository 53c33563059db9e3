/** ISO date of the last change of the terms of use, and their version. */
export const termsVersion = '2026-11-30'
