import type { Elements } from '../../components/elements.ts'
import { RichText } from '../../components/rich-text.tsx'
import type { Block, DocumentSection, LegalDocument } from '../../content/document.ts'
import { formatDay } from '../../content/format-day.ts'
import * as styles from './legal.module.css'

const BlockView = ({ block }: { block: Block }) => {
  if (typeof block === 'string') {
    return (
      <p>
        <RichText>{block}</RichText>
      </p>
    )
  }
  if ('list' in block) {
    return (
      <ul className={styles.list}>
        {block.list.map((item) => (
          <li key={item}>
            <RichText>{item}</RichText>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className={styles.terms}>
      {block.terms.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <RichText>{text}</RichText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Contents = ({ sections }: { sections: readonly DocumentSection[] }) => (
  <ol className={`plain ${styles.links}`}>
    {sections.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ol>
)

export interface LegalScreenProps {
  document: LegalDocument
  /** What is shown after the text of a section, by the section's id. */
  inserts?: Readonly<Record<string, Elements>>
}

/** A long text with its table of contents: beside it on wide screens, folded above it on phones. */
export const LegalScreen = ({ document, inserts = {} }: LegalScreenProps) => (
  <div className={`wrap ${styles.page}`}>
    <header className={styles.head}>
      <h1>{document.title}</h1>
      <p className={`lead ${styles.lead}`}>
        <RichText>{document.lead}</RichText>
      </p>
      <p className={styles.meta}>
        <span>Last updated on</span>{' '}
        <time dateTime={document.updated}>{formatDay(document.updated)}</time>
        <span>.</span> <span>{document.note && <RichText>{document.note}</RichText>}</span>
      </p>
    </header>
    <details className={styles.folded}>
      <summary className={`chevron ${styles.summary}`}>On this page</summary>
      <nav aria-label="On this page">
        <Contents sections={document.sections} />
      </nav>
    </details>
    <nav className={styles.beside} aria-labelledby="contents">
      <h2 id="contents" className={styles.title}>
        On this page
      </h2>
      <Contents sections={document.sections} />
    </nav>
    <article aria-label={document.title}>
      {document.sections.map(({ id, title, blocks }) => (
        <section key={id} className={styles.section} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {blocks.map((block, index) => (
            <BlockView key={index} block={block} />
          ))}
          {inserts[id]}
        </section>
      ))}
    </article>
  </div>
)
