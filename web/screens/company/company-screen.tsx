import { PageIntro } from '../../components/page-intro.tsx'
import { story } from '../../content/story.ts'
import { HeroSea } from '../../illustrations/hero-sea.tsx'
import { SeaStrip } from '../../illustrations/sea-strip.tsx'
import { Crew } from './crew.tsx'
import * as styles from './company.module.css'

/** The company's story, principles and team. */
export const CompanyScreen = () => (
  <div className="chapters">
    <PageIntro label="Company" heading="Six people and one horizon" picture={<HeroSea />}>
      <p>{story.lead}</p>
    </PageIntro>
    <section className="wrap chapter columns">
      <h2>How it began</h2>
      <div className={styles.prose}>
        {story.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
    <section className="wrap chapter columns">
      <h2>What we stand for</h2>
      <dl>
        {story.principles.map(({ title, text }) => (
          <div key={title} className={styles.principle}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section className="wrap chapter">
      <p className="label">The crew</p>
      <h2 className={styles.title}>Who is on board</h2>
      <Crew />
    </section>
    <div className="chapter">
      <SeaStrip />
    </div>
  </div>
)
