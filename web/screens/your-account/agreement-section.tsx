import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { agreedWords } from '../../content/words/agreement-words.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './bones.tsx'

/** What the subscriber agreed to with the order. Absent where that was not recorded. */
export const AgreementSection = observer(() => {
  const { profile } = useStores().global
  const yourAccount = useStore(YourAccountStore)
  const consent = profile?.subscription?.consent ?? null
  if (profile !== null && consent === null) return null
  const products = yourAccount.records?.products
  return (
    <AccountSection part="agreement">
      {consent === null || products === undefined ? (
        <Awaited
          part="agreement"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      ) : (
        <div>
          <p>{agreedWords(consent, products.find(({ id }) => id === consent.productId) ?? null)}</p>
          <Disclosure summary={`Read the text, version ${consent.version}`}>
            <blockquote>{consent.text}</blockquote>
          </Disclosure>
        </div>
      )}
    </AccountSection>
  )
})
