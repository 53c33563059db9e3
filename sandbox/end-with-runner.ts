/**
 * Loaded into every service before its own code (node --import). When the runner dies without having stopped its
 * services (kill -9, a crash), its channel closes: the service then ends itself as if it had been asked to.
 */
const lastResort = 10_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastResort).unref()
})
