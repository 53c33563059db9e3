import { Disclosure } from '../../components/disclosure.tsx'
import { Panel } from '../../components/panel.tsx'
import { countryOf, debtAdvisers } from '../../content/debt-advice.ts'
import type { DebtAdviser } from '../../content/debt-advice.ts'
import * as styles from './result.module.css'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const Advisers = ({ advisers }: { advisers: readonly DebtAdviser[] }) => (
  <ul className={`plain ${styles.advisers}`}>
    {advisers.map(({ country, name, url, about }) => (
      <li key={url}>
        <a href={url} rel="noopener">
          {name}
        </a>
        <span>{`, ${countryNames.of(country)}. ${about}`}</span>
      </li>
    ))}
  </ul>
)

/**
 * Splits the advisers into those of the visitor's country, guessed from the browser's languages,
 * and the others.
 */
const advisersHere = () => {
  const country = countryOf(navigator.languages)
  return {
    near: debtAdvisers.filter((adviser) => adviser.country === country),
    elsewhere: debtAdvisers.filter((adviser) => adviser.country !== country),
  }
}

/** Who gives free advice on debt, nearby and elsewhere. */
export const DebtAdvice = () => {
  const { near, elsewhere } = advisersHere()
  return (
    <Panel title="Free debt advice">
      <p>
        We have no ties to these services. An adviser can deal with lenders for you, which we can’t.
      </p>
      {near.length > 0 && <Advisers advisers={near} />}
      <Disclosure summary={near.length > 0 ? 'In another country' : 'Find one by country'}>
        <Advisers advisers={elsewhere} />
      </Disclosure>
    </Panel>
  )
}

/**
 * For print, where links cannot be followed and lists cannot be unfolded: the services nearby, or
 * one address for each country, short enough to leave the result on one page.
 */
export const PrintedDebtAdvice = () => {
  const { near, elsewhere } = advisersHere()
  return (
    <div>
      <h2>Free debt advice</h2>
      {near.length > 0 ? (
        <ul>
          {near.map(({ country, name, url, about }) => (
            <li key={url}>{`${name}, ${countryNames.of(country)}: ${url}. ${about}`}</li>
          ))}
        </ul>
      ) : (
        <p>
          {elsewhere.map(({ country, url }) => `${countryNames.of(country)}: ${url}`).join(', ')}
        </p>
      )}
    </div>
  )
}
