import * as styles from './result.module.css'

export interface InvitationProps {
  hasPlan: boolean
  hasFreeDays: boolean
}

/** Invites the visitor to sign up after the assessment. */
export const Invitation = ({ hasPlan, hasFreeDays }: InvitationProps) => (
  <section className={styles.part}>
    <h2 className={styles.title}>Carry on from here</h2>
    <p className={styles.soft}>
      <span>A coach in your pocket works with both of your results, one small step a week.</span>{' '}
      <span>{`You won’t have to answer anything twice${hasPlan ? '' : ': next you choose a plan'}${hasFreeDays ? ', and you start with free days' : ''}.`}</span>
    </p>
  </section>
)
