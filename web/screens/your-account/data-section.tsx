import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { saveFile } from '../../components/save-file.ts'
import { Button } from '../../components/button.tsx'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { AccountSection } from './account-section.tsx'
import * as styles from './your-account.module.css'

/** Downloads everything that is stored. */
export const DataSection = observer(() => {
  const { global } = useStores()
  const yourAccount = useStore(YourAccountStore)
  const download = () =>
    yourAccount.download((text) =>
      saveFile(
        `evenkeel-data-${global.now().toISOString().slice(0, 10)}.json`,
        text,
        'application/json',
      ),
    )
  return (
    <AccountSection part="data">
      <p className={styles.soft}>
        Your profile, every answer and result, and your plans, as JSON: a format that people and
        programs can read.
      </p>
      <div className={styles.actions}>
        <Button
          look="quiet"
          size="small"
          busy={yourAccount.isExporting}
          busyLabel="Preparing your file"
          onClick={() => void download()}
        >
          Download my data
        </Button>
      </div>
    </AccountSection>
  )
})
