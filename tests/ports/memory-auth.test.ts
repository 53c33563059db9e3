import { createMemoryAuth } from '#adapters/memory/memory-auth.ts'
import type { MemoryAuth } from '#adapters/memory/memory-auth.ts'
import { describeAuthPort } from './auth-port.ts'
import type { AuthHarness, AuthTab } from './auth-harness.ts'

const open = async (tab: MemoryAuth): Promise<AuthTab> => {
  const heard: (string | null)[] = []
  tab.onUserChanged((user) => heard.push(user?.email ?? null))
  return { ...tab, heard: () => heard }
}

const makeHarness = (auth: MemoryAuth): AuthHarness => {
  const mailsTo = (email: string) => auth.mails.filter((mail) => mail.to === email)
  return {
    openTab: () => open(auth.openTab()),
    openBrowser: () => open(auth.openBrowser()),
    mailsTo: async (email) => mailsTo(email).map((mail) => mail.returnUrl),
    openLatestMail: async (email) => auth.openMail(mailsTo(email).at(-1)),
    latestCode: async (email) => mailsTo(email).at(-1)?.code ?? '',
    latestLink: async (email) => mailsTo(email).at(-1)?.search ?? '',
    moveEmail: async (email, next) => auth.moveEmail(email, next),
    latestTextCode: async (phone) =>
      auth.textMessages.findLast(({ to }) => to === phone)?.code ?? '',
    removeAccount: async (email) => auth.removeAccount(email),
    disableAccount: async (email) => auth.disableAccount(email),
    ageSignIn: () => auth.ageSignIn(),
    fail: auth.fail,
    loseAnswers: auth.loseAnswers,
    throttle: auth.throttle,
    restore: auth.restore,
  }
}

for (const enumerationProtection of [true, false]) {
  describeAuthPort(
    `memory (${enumerationProtection ? 'enumeration protected' : 'telling who has an account'})`,
    {
      isEnumerationProtected: enumerationProtection,
      makeHarness: () => makeHarness(createMemoryAuth({ enumerationProtection })),
    },
  )
}
