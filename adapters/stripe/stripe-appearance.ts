import type { Appearance } from '@stripe/stripe-js'

/** Stripe's appearance from the site's current design tokens, which its frame cannot see. */
export const readAppearance = (document: Document): Appearance => {
  const view = document.defaultView
  const styles = view?.getComputedStyle(document.documentElement)
  const token = (name: string, otherwise: string): string =>
    styles?.getPropertyValue(name).trim() || otherwise
  const tide = token('--tide', '#0a6663')
  const ink = token('--ink', '#0f2a33')
  const inkSoft = token('--ink-soft', '#4a626a')
  const surface = token('--surface', '#ffffff')
  const edge = token('--edge', '#7e9298')
  const error = token('--error', '#a8281b')
  const isDark = view?.matchMedia('(prefers-color-scheme: dark)').matches ?? false
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: tide,
      colorBackground: surface,
      colorText: ink,
      colorTextSecondary: inkSoft,
      colorTextPlaceholder: inkSoft,
      colorDanger: error,
      fontFamily: token('--text', 'system-ui, sans-serif'),
      fontSizeBase: '17px',
      borderRadius: token('--radius', '0.75rem'),
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${edge}`, boxShadow: 'none', padding: '12px' },
      '.Input:focus': {
        border: `1px solid ${tide}`,
        boxShadow: `0 0 0 2px ${tide}`,
        outline: 'none',
      },
      '.Input--invalid': { border: `1px solid ${error}`, boxShadow: 'none' },
      '.Label': { color: ink },
    },
  }
}
