/** The one place that names the adapter. */
export { createAmplitude as createAnalytics } from './amplitude.ts'
