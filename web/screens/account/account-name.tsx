import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/app-loader.tsx'

/** Tells password managers whose password a form is about. */
export const AccountName = observer(() => (
  <input
    hidden
    readOnly
    type="email"
    autoComplete="username"
    value={useStores().global.currentUser?.email ?? ''}
  />
))
