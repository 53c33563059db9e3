/** What is used of the analytics SDK. */
export { AmplitudeBrowser } from '@amplitude/analytics-browser'
