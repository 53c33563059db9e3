import { createRecaptchaChallenge } from '#adapters/recaptcha/recaptcha-challenge.ts'

const query = new URLSearchParams(location.search)
const scriptUrl = query.get('script')

const port = createRecaptchaChallenge({
  settings: async () => (scriptUrl === null ? null : { siteKey: 'sandbox', scriptUrl }),
  tab: window,
  timeout: Number(query.get('timeout') ?? 60_000),
})
Object.assign(window, { port })
