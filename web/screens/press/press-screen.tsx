import { PageIntro } from '../../components/page-intro.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { formatDay } from '../../content/format-day.ts'
import { boilerplate, kitColours, pressContact, releases } from '../../content/press.ts'
import { Statement } from '../../illustrations/statement.tsx'
import { BrandKit } from './brand-kit.tsx'
import * as styles from './press.module.css'

/** Releases, and what may be used to write about us. */
export const PressScreen = () => (
  <div className="chapters">
    <PageIntro label="Press" heading="For anyone writing about us" picture={<Statement />}>
      <p>
        <RichText>{pressContact}</RichText>
      </p>
    </PageIntro>

    <section className="wrap chapter columns">
      <h2>Releases</h2>
      <div>
        {releases.map(({ id, date, place, title, paragraphs }) => (
          <article key={id} className={styles.release} aria-labelledby={id}>
            <p className={styles.date}>
              <span>{`${place}, `}</span>
              <time dateTime={date}>{formatDay(date)}</time>
            </p>
            <h3 id={id}>{title}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className={styles.soft}>
                <RichText>{paragraph}</RichText>
              </p>
            ))}
          </article>
        ))}
      </div>
    </section>

    <section className="wrap chapter columns">
      <h2>In one paragraph</h2>
      <div>
        <blockquote className={styles.boilerplate}>
          <p>{boilerplate}</p>
        </blockquote>
        <p className={styles.note}>
          Please quote it as it stands. Our name is one word with one capital letter.
        </p>
      </div>
    </section>

    <section className="wrap chapter">
      <h2>The logo</h2>
      <p className={styles.under}>
        A boat, level on its horizon. Keep a quarter of its width free around it, and keep it level.
      </p>
      <BrandKit />
    </section>

    <section className={`wrap chapter ${styles.last}`}>
      <h2>Colours and type</h2>
      <ul className={`plain ${styles.colours}`}>
        {kitColours.map(({ name, use, light, dark }) => (
          <li key={name}>
            <div className={styles.swatches} aria-hidden="true">
              <span style={{ background: light }} />
              <span style={{ background: dark }} />
            </div>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.note}>{use}</p>
            <dl className={`figures ${styles.values}`}>
              <div>
                <dt>Light</dt>
                <dd>{light}</dd>
              </div>
              <div>
                <dt>Dark</dt>
                <dd>{dark}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      <dl className={styles.type}>
        <div>
          <dt className={styles.display}>Instrument Serif</dt>
          <dd className={styles.note}>For what we say: headings, statements, prices.</dd>
        </div>
        <div>
          <dt className={styles.text}>Figtree</dt>
          <dd className={styles.note}>For what you do: text, fields, buttons.</dd>
        </div>
      </dl>
      <p className={styles.note}>Both are free under the SIL Open Font License.</p>
    </section>
  </div>
)
