import type { Course } from '#core/model/course.ts'
import { legNames } from '../content/words/journey-words.ts'
import * as styles from './progress-bar.module.css'

export interface ProgressBarProps {
  /** The name of the journey, for assistive technology: "Getting started". */
  label: string
  course: Course
  /** The current position, such as "Question 4 of 11". */
  text: string
}

const minutes = ({ minutesLeft, position }: Course): string =>
  minutesLeft > 0 ? `About ${minutesLeft} min ${position > 0 ? 'left' : 'in all'}` : ''

/** In words: "Check-up: Question 4 of 11. About 8 min left". */
const inWords = ({ course, text }: ProgressBarProps): string =>
  [`${legNames[course.leg]}: ${text}`, minutes(course)].filter(Boolean).join('. ')

/** Shows how far along the journey the visitor is, by leg. */
export const ProgressBar = (props: ProgressBarProps) => {
  const { label, course, text } = props
  const { legs, position } = course
  const place = (position / legs.length) * 100
  return (
    <div>
      <progress
        className="visually-hidden"
        aria-label={label}
        aria-valuetext={inWords(props)}
        value={position}
        max={legs.length}
      />
      <div className={styles.legs} aria-hidden="true">
        {legs.map((leg, index) => (
          <div
            key={leg}
            className={styles.leg}
            data-is={position >= index + 1 ? 'done' : position >= index ? 'now' : undefined}
          >
            <span>{legNames[leg]}</span>
            <div className={styles.track}>
              <div
                className={styles.fill}
                style={{ transform: `scaleX(${Math.min(1, Math.max(0, position - index))})` }}
              />
            </div>
          </div>
        ))}
        <div className={styles.buoy} style={{ left: `${place}%`, translate: `-${place}% 0` }} />
      </div>
      <div className={`figures ${styles.words}`} aria-hidden="true">
        <span>{text}</span>
        <span>{minutes(course)}</span>
      </div>
    </div>
  )
}
