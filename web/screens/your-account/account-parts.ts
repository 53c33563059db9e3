/**
 * The parts of the account page, in order. Their names are also the anchors in its URL:
 * `/account#plan`.
 */
export const accountParts = {
  plan: { title: 'Your plan' },
  card: { title: 'Your card' },
  invoices: { title: 'Invoices' },
  agreement: { title: 'What you agreed to' },
  results: {
    title: 'Your results',
    note: 'Retake either one whenever you like. Your earlier results stay here.',
  },
  details: { title: 'Your details', note: 'So your coach knows who you are.' },
  email: { title: 'Email', note: 'You sign in with it, and we write to you there.' },
  password: { title: 'Password', note: 'We never see it. Choose one you don’t use anywhere else.' },
  code: {
    title: 'Sign-in code',
    note: 'An extra lock: after your password, a code we text to your phone.',
  },
  data: { title: 'Your data', note: 'Everything stored with your account, in one file.' },
  delete: { title: 'Delete your account', note: 'Permanently, and right away.' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly note?: string }>>

export type AccountPart = keyof typeof accountParts
