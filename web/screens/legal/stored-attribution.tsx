import type { Attribution, Touch } from '#core/model/attribution.ts'
import * as styles from './analytics-switch.module.css'

const names = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  content: 'Content',
  term: 'Term',
} as const

const parameters = Object.keys(names) as (keyof typeof names)[]

const TouchView = ({ title, touch }: { title: string; touch: Touch }) => (
  <div className={styles.touch}>
    <h4 className={styles.touchTitle}>{title}</h4>
    <dl className={styles.values}>
      {parameters.map((name) =>
        touch[name] === undefined ? null : (
          <div key={name}>
            <dt>{names[name]}</dt>
            <dd>{touch[name]}</dd>
          </div>
        ),
      )}
    </dl>
  </div>
)

/** The attribution stored in this browser. */
export const StoredAttribution = ({
  attribution: { firstTouch, lastTouch },
  isOn,
}: {
  attribution: Attribution
  /** Whether analytics is on in this browser. */
  isOn: boolean
}) => (
  <section className={styles.kept} aria-labelledby="stored-attribution">
    <h3 id="stored-attribution" className={styles.keptTitle}>
      Where you came from
    </h3>
    {firstTouch || lastTouch ? (
      <div className={styles.attribution}>
        {firstTouch && (
          <TouchView title="The first link that named a campaign" touch={firstTouch} />
        )}
        {lastTouch && <TouchView title="The most recent one" touch={lastTouch} />}
      </div>
    ) : (
      <p>
        {isOn
          ? 'We keep nothing about this yet. We will if you arrive through a campaign link.'
          : 'We keep nothing about this while analytics is off.'}
      </p>
    )}
  </section>
)
