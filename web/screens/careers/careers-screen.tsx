import { PageIntro } from '../../components/page-intro.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { roles, values } from '../../content/careers.ts'
import type { Role } from '../../content/careers.ts'
import { mailLink, organisation } from '../../content/organisation.ts'
import { LinkButton } from '../../components/button.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { SeaStrip } from '../../illustrations/sea-strip.tsx'
import * as styles from './careers.module.css'

const applyTo = (title: string): string =>
  `mailto:${organisation.mail.careers}?subject=${encodeURIComponent(title)}`

const RoleEntry = ({ role }: { role: Role }) => (
  <article className={styles.role} aria-labelledby={role.id}>
    <h3 id={role.id}>{role.title}</h3>
    <p className={styles.meta}>{`${role.team}. ${role.place}.`}</p>
    <p>{role.inShort}</p>
    <div className={styles.lists}>
      <div>
        <h4 className={styles.sub}>You will</h4>
        <ul>
          {role.does.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <h4 className={styles.sub}>You bring</h4>
        <ul>
          {role.brings.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
    <LinkButton to={applyTo(role.title)} size="small" look="quiet">
      Apply for this role
    </LinkButton>
  </article>
)

/** What working here is like, and the roles that are open. */
export const CareersScreen = () => (
  <div className="chapters">
    <PageIntro label="Careers" heading="Come aboard" picture={<Lighthouse />}>
      <p>
        There are six of us, and we’d like to be nine. Small enough to know each other’s beliefs
        about money, large enough to take holidays.
      </p>
    </PageIntro>
    <section className="wrap chapter">
      <h2>How we work</h2>
      <dl className={styles.values}>
        {values.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section className="wrap chapter columns">
      <h2>Open roles</h2>
      <div>
        {roles.map((role) => (
          <RoleEntry key={role.id} role={role} />
        ))}
        <p className={styles.other}>
          <span>Don’t see a role that fits? Write to</span>{' '}
          <RichText>{mailLink('careers')}</RichText>{' '}
          <span>
            and tell us what you would change about this site. We read every email. No photo or date
            of birth, please.
          </span>
        </p>
      </div>
    </section>
    <div className="chapter">
      <SeaStrip />
    </div>
  </div>
)
