import { Link } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import { team } from '../../content/team.ts'
import { Portrait } from '../../illustrations/portrait.tsx'
import * as styles from './company.module.css'

/** The team, each with a link to their own page. */
export const Crew = () => (
  <ul className={`plain ${styles.crew}`}>
    {team.map(({ id, name, role, inShort, portrait }) => (
      <li key={id} className={styles.member}>
        <div className={styles.portrait}>
          <Portrait traits={portrait} />
        </div>
        <div>
          <h3 className={styles.name}>
            <Link className={styles.link} to={`${routes.company}/${id}`}>
              {name}
            </Link>
          </h3>
          <p className={styles.role}>{role}</p>
          <p className={styles.soft}>{inShort}</p>
        </div>
      </li>
    ))}
  </ul>
)
