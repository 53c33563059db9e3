import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { DiagnosisResult } from '#core/model/profile.ts'
import { BeliefChart } from './belief-chart.tsx'
import type { Elements } from '../../components/elements.ts'
import { PillarChart } from './pillar-chart.tsx'
import { site } from '../../site.ts'
import { beliefPage } from './belief-page.ts'
import { surveyPage } from './survey-page.ts'
import * as styles from './printed-result.module.css'

export interface PrintedResultProps {
  result: DiagnosisResult
  /** When the result was saved; now, if it is not saved. */
  date: Date
  /** Shown after the scores. */
  children?: Elements
}

const Paper = ({ result, date, children }: PrintedResultProps) => {
  const page =
    result.kind === 'survey' ? surveyPage(result, null, date) : beliefPage(result, null, date)
  return (
    <article className={styles.paper} data-kind={result.kind}>
      <p className="label">{`${site.name}, ${page.date}`}</p>
      <h1>{page.title}</h1>
      <p>{page.summary}</p>
      {result.kind === 'survey' ? (
        <>
          <p>
            <b>{`${result.score} of 100, ${result.band}`}</b>
          </p>
          <PillarChart pillars={result.pillars} />
        </>
      ) : (
        <BeliefChart beliefs={result.beliefs} />
      )}
      {children}
      {page.parts.map(({ title, text, points }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
          {points && (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <p>{page.footnote}</p>
    </article>
  )
}

/** What is printed instead of the open page: the result on one page. */
export const PrintedResult = (props: PrintedResultProps) => {
  const [isPrinted, setIsPrinted] = useState(false)
  useEffect(() => {
    // The browser prints the page as it is after this event.
    const print = () => flushSync(() => setIsPrinted(true))
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [])
  return isPrinted && createPortal(<Paper {...props} />, document.body)
}
