/** What is used of the analytics SDK. */
export { createInstance } from '@amplitude/analytics-browser'
