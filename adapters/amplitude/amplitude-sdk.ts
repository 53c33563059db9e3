import { DiagnosticsClient } from '@amplitude/analytics-core'

/** The parts of the analytics SDK that the site uses. */
export { AmplitudeBrowser } from '@amplitude/analytics-browser'

// Even with diagnostics off, the SDK opens the diagnostics database and keeps it open.
DiagnosticsClient.prototype.initializeFlushInterval = () => Promise.resolve()
