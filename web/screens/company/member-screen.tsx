import { Link } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import { beliefNames } from '../../content/words/result-names.ts'
import type { Member } from '../../content/team.ts'
import { team } from '../../content/team.ts'
import { BeliefPicture } from '../../illustrations/belief-pictures.tsx'
import { Portrait } from '../../illustrations/portrait.tsx'
import * as styles from './company.module.css'

/** A page that listed everybody would grow with the team. */
const shownOthers = 8

/** One member of the team: who they are, and what they believe about money. */
export const MemberScreen = ({ member }: { member: Member }) => (
  <div className="chapters">
    <article>
      <header className={`wrap ${styles.about}`}>
        <div className={styles.large}>
          <Portrait traits={member.portrait} />
        </div>
        <div>
          <p className={styles.back}>
            <Link to={routes.company}>The whole crew</Link>
          </p>
          <h1 className={styles.heading}>{member.name}</h1>
          <p className={styles.title}>{member.role}</p>
          <div className={`${styles.prose} ${styles.bio}`}>
            {member.bio.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </header>
      <section className="wrap chapter">
        <div className={styles.belief}>
          <div>
            <p className="label">{`Loudest belief: ${beliefNames[member.belief.loudest]}`}</p>
            <h2 className={styles.says}>{member.belief.says}</h2>
            <p className={styles.soft}>{member.belief.text}</p>
          </div>
          <div className={styles.picture}>
            <BeliefPicture belief={member.belief.loudest} />
          </div>
        </div>
      </section>
    </article>
    <nav className={`wrap chapter ${styles.last}`} aria-labelledby="others">
      <h2 id="others">The rest of the crew</h2>
      <ul className={`plain ${styles.others}`}>
        {team
          .filter(({ id }) => id !== member.id)
          .slice(0, shownOthers)
          .map(({ id, name, portrait }) => (
            <li key={id}>
              <Link className={styles.other} to={`${routes.company}/${id}`}>
                <span className={styles.small}>
                  <Portrait traits={portrait} />
                </span>
                <span>{name}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  </div>
)
