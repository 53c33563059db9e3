import { createLocalStorage } from '#adapters/browser/local-storage.ts'

Object.assign(window, { port: createLocalStorage(() => localStorage) })
