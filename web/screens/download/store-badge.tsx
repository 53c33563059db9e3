import * as styles from './download.module.css'

export interface StoreBadgeProps {
  store: 'apple' | 'google'
  href: string
}

const stores = {
  apple: { over: 'For iPhone', name: 'App Store' },
  google: { over: 'For Android', name: 'Google Play' },
} as const

/**
 * A phone in the proportions of the store's devices, drawn by us because the stores own their
 * logos.
 */
const Sign = ({ store }: Pick<StoreBadgeProps, 'store'>) => (
  <svg
    width="28"
    height="28"
    viewBox="0 0 28 28"
    aria-hidden="true"
    focusable="false"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <rect x="7.5" y="2" width="13" height="24" rx={store === 'apple' ? 4 : 2.5} />
    {store === 'apple' ? (
      <path d="M12 5h4" strokeLinecap="round" />
    ) : (
      <circle cx="14" cy="5.5" r="0.75" fill="currentColor" />
    )}
    <path d="M14 11v7M10.75 15L14 18.25l3.25-3.25" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** A link to an app store. */
export const StoreBadge = ({ store, href }: StoreBadgeProps) => {
  const { over, name } = stores[store]
  return (
    <a className={styles.badge} href={href} rel="noopener">
      <Sign store={store} />
      <span>
        <span className={styles.over}>{over}</span>
        <span className={styles.name}>{name}</span>
      </span>
    </a>
  )
}
