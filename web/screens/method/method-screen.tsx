import type { ReactNode } from 'react'
import type { BeliefId } from '#core/model/money-belief.ts'
import { beliefNames } from '../../content/words/result-names.ts'
import type { Elements } from '../../components/elements.ts'
import { PageIntro } from '../../components/page-intro.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { bandTexts, pillarTexts, sources } from '../../content/method.ts'
import { BandPicture } from '../../illustrations/band-picture.tsx'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import { DownloadApp } from '../../illustrations/download-app.tsx'
import { IntroPicture } from '../../illustrations/intro-pictures.tsx'
import { Statement } from '../../illustrations/statement.tsx'
import { Closing } from '../home/closing.tsx'
import { StartLink } from '../home/start-link.tsx'
import * as styles from './method.module.css'

const beliefs: readonly { id: BeliefId; text: string }[] = [
  { id: 'avoidance', text: 'Money feels bad, so it is better not to look.' },
  { id: 'worship', text: 'More of it would settle everything.' },
  { id: 'status', text: 'What you own says what you are worth.' },
  { id: 'vigilance', text: 'Being careful is how you stay safe.' },
]

interface PartProps {
  number: number
  title: string
  picture: ReactNode
  children: Elements
}

const Part = ({ number, title, picture, children }: PartProps) => (
  <div className={styles.part}>
    <div className={styles.words}>
      <h2>
        <span className={styles.number}>{number}</span> <span>{title}</span>
      </h2>
      {children}
    </div>
    <div className={styles.picture}>{picture}</div>
  </div>
)

/** The method: the check-up, the beliefs, the coach, the habits, and where it comes from. */
export const MethodScreen = () => (
  <div className="chapters">
    <PageIntro
      label="How it works"
      heading="Look, listen, then take a small step"
      picture={<IntroPicture id="winding-path" />}
    >
      <p>
        Most advice about money starts with what to do. Ours starts with where you are and with what
        you believe, because that decides whether you do it.
      </p>
      <p className={styles.action}>
        <StartLink />
      </p>
    </PageIntro>

    <section className="wrap chapter">
      <Part
        number={1}
        title="The check-up shows where you stand"
        picture={<BandPicture band="coping" />}
      >
        <p>
          Eleven questions, about five minutes. You begin with a picture, because a feeling is an
          honest answer too. Rough figures are fine. You don’t need any documents, and you don’t
          connect a bank account.
        </p>
        <p>
          Each scored answer is worth 0 to 100 points in one of four areas. An area’s score is the
          average of the answers you gave, and your score is the average of the areas.
        </p>
      </Part>
      <dl className={styles.pillars}>
        {pillarTexts.map(({ id, name, text }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.sub}>What the score means</h3>
      <ul className={`plain ${styles.bands}`}>
        {bandTexts.map(({ id, name, from, to, text }) => (
          <li key={id}>
            <div className={styles.picture}>
              <BandPicture band={id} />
            </div>
            <h4 className={styles.band}>
              <span>{name}</span>{' '}
              <span className={`figures ${styles.range}`}>{`${from} to ${to}`}</span>
            </h4>
            <p className={styles.soft}>{text}</p>
          </li>
        ))}
      </ul>
    </section>

    <section className="wrap chapter">
      <Part number={2} title="The statements show what you believe" picture={<Statement />}>
        <p>
          Sixteen statements, one at a time. You say how much you agree, from 1 to 6. There is no
          middle to hide in and no right answer.
        </p>
        <p>
          Each of the four beliefs scores the average of its four statements. Below 2.5 is low, up
          to 3.5 moderate, and above that high. The loudest one tends to decide before you do.
        </p>
      </Part>
      <ul className={`plain ${styles.beliefs}`}>
        {beliefs.map(({ id, text }) => (
          <li key={id}>
            <div className={styles.picture}>
              <BeliefPicture belief={id} />
            </div>
            <h3 className={styles.band}>{beliefNames[id]}</h3>
            <p className={styles.soft}>{text}</p>
          </li>
        ))}
      </ul>
    </section>

    <section className="wrap chapter">
      <Part number={3} title="The coach begins with both" picture={<DownloadApp />}>
        <p>
          The same advice lands differently with someone who looks away and someone who never stops
          checking. That is why coaching starts from your two results and not from a budget.
        </p>
        <p>
          It happens in the mobile app, which you get once you have chosen a plan and created an
          account. Everything up to that point is free.
        </p>
      </Part>
    </section>

    <section className="wrap chapter">
      <Part number={4} title="Habits do the rest" picture={<IntroPicture id="calm-lake" />}>
        <p>
          Your score comes with three next steps, based on your lowest areas and on the goal you
          named. Each belief comes with three ways to live with it. They are small on purpose: a
          habit that fits into a bad week is one that lasts.
        </p>
        <p>Retake the check-up when something has changed. It measures one day, not you.</p>
      </Part>
    </section>

    <section className="wrap chapter">
      <div className="columns">
        <div>
          <p className="label">Sources</p>
          <h2>What it’s based on</h2>
        </div>
        <dl>
          {sources.map(({ title, text }) => (
            <div key={title} className={styles.source}>
              <dt>
                <RichText>{title}</RichText>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
          <div className={styles.source}>
            <dt>What it is not</dt>
            <dd>
              Coaching on habits is not investment, tax, legal or debt advice, and it is not
              therapy. We have no ties to the authors named here, and they have not reviewed this
              site.
            </dd>
          </div>
        </dl>
      </div>
    </section>
    <Closing />
  </div>
)
