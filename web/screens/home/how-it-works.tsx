import type { ReactNode } from 'react'
import { BandPicture } from '../../illustrations/band-picture.tsx'
import { DownloadApp } from '../../illustrations/download-app.tsx'
import { Statement } from '../../illustrations/statement.tsx'
import * as styles from './how-it-works.module.css'
import * as home from './home.module.css'

interface Step {
  title: string
  text: string
  picture: ReactNode
}

const steps: readonly Step[] = [
  {
    title: 'See where you stand',
    text: 'Eleven questions on spending, saving, borrowing and planning. You get a score out of 100 and what to do first.',
    picture: <BandPicture band="coping" />,
  },
  {
    title: 'Hear what you believe',
    text: 'Sixteen statements, one at a time. You learn which of four money beliefs speaks loudest, and how it shows up.',
    picture: <Statement />,
  },
  {
    title: 'Carry on in the app',
    text: 'Choose a plan, create your account, and continue with coaching that starts from your own two results.',
    picture: <DownloadApp />,
  },
]

export const HowItWorks = () => (
  <section id="how-it-works" className="wrap chapter">
    <div className={home.head}>
      <p className="label">How it works</p>
      <h2>Three steps, in your own time</h2>
    </div>
    <ol className={`plain ${styles.steps}`}>
      {steps.map((step, index) => (
        <li key={step.title} className={home.card}>
          <div className={home.picture}>{step.picture}</div>
          <h3>
            <span className={styles.number}>{index + 1}</span> <span>{step.title}</span>
          </h3>
          <p className={home.soft}>{step.text}</p>
        </li>
      ))}
    </ol>
  </section>
)
