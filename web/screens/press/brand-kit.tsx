import { kitColours } from '../../content/press.ts'
import { asDataAddress, brandMarkFile } from '../../illustrations/brand-mark-file.ts'
import * as styles from './press.module.css'

type Scheme = 'light' | 'dark'

const colour = (name: string, scheme: Scheme): string =>
  kitColours.find((known) => known.name === name)?.[scheme] ?? 'none'

const fileFor = (scheme: Scheme): string =>
  brandMarkFile({
    ink: colour('Ink', scheme),
    tide: colour('Tide', scheme),
    buoy: colour('Buoy', scheme),
  })

const variants: readonly { scheme: Scheme; title: string; name: string }[] = [
  { scheme: 'light', title: 'For light backgrounds', name: 'evenkeel-mark-on-light.svg' },
  { scheme: 'dark', title: 'For dark backgrounds', name: 'evenkeel-mark-on-dark.svg' },
]

/** The mark to save as a file or to copy, once for light backgrounds and once for dark ones. */
export const BrandKit = () => (
  <ul className={`plain ${styles.marks}`}>
    {variants.map(({ scheme, title, name }) => {
      const svg = fileFor(scheme)
      return (
        <li key={scheme}>
          <div className={styles.ground} style={{ background: colour('Foam', scheme) }}>
            <img
              src={asDataAddress(svg)}
              alt="The brand mark: a boat level on its horizon, in a ring"
              width="160"
              height="160"
            />
          </div>
          <h3 className={styles.name}>{title}</h3>
          <p>
            <a className={styles.download} href={asDataAddress(svg)} download={name}>
              <span>Save as SVG</span>
              <span className="visually-hidden">{` ${title.toLowerCase()}`}</span>
            </a>
          </p>
          <details>
            <summary className={styles.summary}>Show the SVG code</summary>
            <pre className={styles.code}>
              <code>{svg}</code>
            </pre>
          </details>
        </li>
      )
    })}
  </ul>
)
