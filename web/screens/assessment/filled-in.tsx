import { observer } from 'mobx-react-lite'
import { Button } from '../../components/button.tsx'
import type { AssessmentStore } from '../../stores/assessment-store.ts'
import * as styles from './result.module.css'

/** Says that the last answers are filled in, and offers to begin without them. */
export const FilledIn = observer(({ store }: { store: AssessmentStore }) => (
  <div className={styles.filledIn}>
    <p>Your last answers are filled in. Update anything that has changed.</p>
    <Button look="quiet" size="small" onClick={store.startEmpty}>
      Start from scratch
    </Button>
  </div>
))
