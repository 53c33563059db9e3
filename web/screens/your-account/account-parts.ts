/** The parts of the account page, in order. Their names are also their places in its address: `/account#plan`. */
export const accountParts = {
  plan: { title: 'Your plan' },
  invoices: { title: 'Invoices' },
  results: { title: 'Your results', note: 'Take either again whenever you like: the earlier ones stay.' },
  details: { title: 'Your details', note: 'So that your coach knows whom they are talking to.' },
  email: { title: 'Email', note: 'You sign in with it, and receipts go there.' },
  password: { title: 'Password', note: 'We never see it. Use one that you use nowhere else.' },
  code: { title: 'Sign-in code', note: 'A second lock: after your password, a code that we text to your phone.' },
  data: { title: 'Your data', note: 'Everything we keep about you, in one file.' },
  delete: { title: 'Delete your account', note: 'For good, and at once.' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly note?: string }>>

export type AccountPart = keyof typeof accountParts
