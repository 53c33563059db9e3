import { Link } from 'gatsby'
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { useStatus } from './use-status.ts'
import * as styles from './button.module.css'

type Look = 'filled' | 'quiet'
type Size = 'regular' | 'small'

const classes = (look: Look, size: Size, wide: boolean) =>
  [styles.button, styles[look], styles[size], wide ? styles.wide : ''].join(' ')

export interface ButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'disabled'
> {
  look?: Look
  size?: Size
  /** Fills the width of its container. */
  wide?: boolean
  /** While busy, the button keeps its width and focus, shows `busyLabel` and ignores clicks. */
  busy?: boolean
  /** The label while busy: "Creating your account". */
  busyLabel?: string
  /** Disabled but still focusable, so nobody loses their place. */
  unavailable?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A button that acts. For one that goes somewhere use LinkButton. */
export const Button = ({
  look = 'filled',
  size = 'regular',
  wide = false,
  busy = false,
  busyLabel,
  unavailable = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const inert = busy || unavailable
  useStatus(busy && busyLabel)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classes(look, size, wide)}
      aria-disabled={inert || undefined}
      data-busy={busy || undefined}
      onClick={click}
    >
      <span
        className={styles.face}
        data-away={busy && busyLabel ? true : undefined}
        aria-hidden={busy && busyLabel ? true : undefined}
      >
        {children}
      </span>
      {busyLabel && (
        <span
          className={styles.face}
          data-away={busy ? undefined : true}
          aria-hidden={busy ? undefined : true}
        >
          {busyLabel}
        </span>
      )}
      {busy && <span className={styles.run} aria-hidden="true" />}
    </button>
  )
}

export interface LinkButtonProps {
  /** A path of this site, or the full URL of another one. */
  to: string
  look?: Look
  size?: Size
  wide?: boolean
  /** Opens a new tab. Only for other sites. */
  newTab?: boolean
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}

/** A link that looks like a button. `data-call` makes its clicks tracked as calls to action. */
export const LinkButton = ({
  to,
  look = 'filled',
  size = 'regular',
  wide = false,
  newTab = false,
  onClick,
  children,
}: LinkButtonProps) =>
  /^[a-z]+:/i.test(to) ? (
    <a
      className={classes(look, size, wide)}
      href={to}
      target={newTab ? '_blank' : undefined}
      rel="noopener"
      data-call=""
      onClick={onClick}
    >
      {children}
    </a>
  ) : (
    <Link className={classes(look, size, wide)} to={to} data-call="" onClick={onClick}>
      {children}
    </Link>
  )
