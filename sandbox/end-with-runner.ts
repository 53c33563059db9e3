/**
 * Loaded into every service before its own code (node --import). When the runner dies without
 * stopping its services (kill -9, a crash), its IPC channel closes: the service then stops itself
 * and every process that it started.
 */
const lastResort = 10_000

const endGroup = () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    // This process leads no group: it is a child of a service, which ends the whole group.
    process.kill(process.pid, 'SIGKILL')
  }
}

process.once('disconnect', () => {
  process.once('exit', endGroup)
  setTimeout(endGroup, lastResort).unref()
  if (process.listenerCount('SIGTERM') === 0) process.exit()
  process.kill(process.pid, 'SIGTERM')
})
