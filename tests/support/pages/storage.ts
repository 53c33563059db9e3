import { createStorage } from '#web/app/storage-root.ts'

declare global {
  interface Window {
    heard: (string | null)[]
    startWatching: () => void
    stopWatching: () => void
    writeOnLeaving: (key: string, value: string) => void
  }
}

const { storage: port, opened } = createStorage()

window.heard = []
window.startWatching = () => {
  window.stopWatching = port.watch((key) => window.heard.push(key))
}
window.writeOnLeaving = (key, value) =>
  window.addEventListener('pagehide', () => void port.write(key, value))
void opened.then(() => Object.assign(window, { port }))
