import { DiagnosticsClient } from '@amplitude/analytics-core'

/** What is used of the analytics SDK. */
export { AmplitudeBrowser } from '@amplitude/analytics-browser'

// With its diagnostics off, the SDK opens their database all the same, and holds it open.
DiagnosticsClient.prototype.initializeFlushInterval = () => Promise.resolve()
