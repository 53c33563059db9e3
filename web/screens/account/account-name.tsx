import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/app-loader.tsx'

/** A hidden user name, so that password managers know whose password a form is about. */
export const AccountName = observer(() => (
  <input
    hidden
    readOnly
    type="email"
    autoComplete="username"
    value={useStores().global.currentUser?.email ?? ''}
  />
))
