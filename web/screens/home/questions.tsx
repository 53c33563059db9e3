import { coaching } from '../../content/coaching.ts'
import * as styles from './questions.module.css'

const questions: readonly { question: string; answer: string }[] = [
  { question: coaching.question, answer: coaching.answer },
  {
    question: 'Do I need an account to see my result?',
    answer:
      'No. The check-up and the four beliefs are free, and your result is on the page as soon as you finish. You only create an account if you choose a plan.',
  },
  {
    question: 'How long does it take?',
    answer:
      'About five minutes for the check-up, and three more for the statements. You can stop at any point: your answers wait in this browser for 30 days.',
  },
  {
    question: 'When am I charged?',
    answer:
      'When your free days are over, on the date shown before you enter your card. Free days come with your first plan; a second one is charged when it starts.',
  },
  {
    question: 'Where do my answers go?',
    answer:
      'They’re saved in this browser. To work out your result, they’re sent to our server, which stores them only once you have an account. Analytics counts how the statements are answered, never your name or email, and nothing at all if your browser sends Do Not Track or Global Privacy Control.',
  },
  {
    question: 'Is this financial advice?',
    answer:
      'No. It is coaching on habits, and on what you believe about money. It does not replace investment, tax or legal advice.',
  },
]

export const Questions = () => (
  <section id="questions" className={`wrap chapter columns ${styles.questions}`}>
    <div>
      <p className="label">Questions and answers</p>
      <h2>Before you begin</h2>
    </div>
    <div>
      {questions.map(({ question, answer }) => (
        <details key={question} className={styles.item}>
          <summary className={`chevron ${styles.question}`}>{question}</summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
