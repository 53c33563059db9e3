import { observer } from 'mobx-react-lite'
import { Button } from '../../components/button.tsx'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import type { AssessmentStore } from '../../stores/assessment-store.ts'
import * as styles from './filled-in.module.css'

/** Says that the last answers are filled in, and offers to start without them. */
export const FilledIn = observer(({ store }: { store: Pick<AssessmentStore, 'startEmpty'> }) => (
  <div className={styles.filledIn}>
    <p>Your last answers are filled in. Update anything that has changed.</p>
    <Button
      look="quiet"
      size="small"
      onClick={() => {
        // The button unmounts and would drop the focus.
        focusNewHeading()
        store.startEmpty()
      }}
    >
      Start from scratch
    </Button>
  </div>
))
