import { createRecaptchaChallenge } from '#adapters/recaptcha/recaptcha-challenge.ts'

const scriptUrl = new URLSearchParams(location.search).get('script')

const port = createRecaptchaChallenge({
  settings: async () => (scriptUrl === null ? null : { siteKey: 'sandbox', scriptUrl }),
  tab: window,
  timeout: 2000,
})
Object.assign(window, { port })
