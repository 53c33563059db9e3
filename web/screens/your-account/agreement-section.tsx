import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { agreedWords } from '../../content/words/agreement-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'

/**
 * What the subscriber agreed to with the order and with changes of the plan, newest first. Absent
 * if none was recorded.
 */
export const AgreementSection = observer(() => {
  const { profile } = useStores().global
  const yourAccount = useStore(YourAccountStore)
  const { consent = null, changeConsents = [] } = profile?.subscription ?? {}
  const consents = consent === null ? changeConsents : [...changeConsents, consent]
  if (profile !== null && consents.length === 0) return null
  const products = yourAccount.records?.products
  return (
    <AccountSection part="agreement">
      {profile === null || products === undefined ? (
        <Awaited
          part="agreement"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      ) : (
        consents.map((each, index) => (
          <div key={consents.length - index}>
            <p>{agreedWords(each, products.find(({ id }) => id === each.productId) ?? null)}</p>
            <Disclosure summary={`Read the text, version ${each.version}`}>
              <blockquote>{each.text}</blockquote>
            </Disclosure>
          </div>
        ))
      )}
    </AccountSection>
  )
})
