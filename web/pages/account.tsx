import type { AccountForm } from '#core/model/account-address.ts'
import type { GetServerDataProps, PageProps } from 'gatsby'
import { PageHead } from '../shell/page-head.tsx'
import { AccountScreen } from '../screens/your-account/account-screen.tsx'

type Props = PageProps & { serverData: { form: AccountForm | null } }

const AccountPage = ({ serverData }: Props) => <AccountScreen form={serverData.form} />

export default AccountPage

export const Head = () => <PageHead title="Your account" hidden />

export const getServerData = async (request: GetServerDataProps) =>
  (await import('../app/server-root.ts')).serveAccount(request)
