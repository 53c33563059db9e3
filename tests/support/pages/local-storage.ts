import { createLocalStorage } from '#adapters/browser/local-storage.ts'

declare global {
  interface Window {
    heard: (string | null)[]
    startWatching: () => void
    stopWatching: () => void
    writeOnLeaving: (key: string, value: string) => void
  }
}

const port = createLocalStorage(() => localStorage, window)

window.heard = []
window.startWatching = () => {
  window.stopWatching = port.watch((key) => window.heard.push(key))
}
window.writeOnLeaving = (key, value) =>
  window.addEventListener('pagehide', () => void port.write(key, value))
Object.assign(window, { port })
