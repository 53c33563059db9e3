import { setTimeout as pass } from 'node:timers/promises'
import { createBrowserClock } from '#adapters/browser/browser-clock.ts'
import { describeClockPort } from './clock-port.ts'

describeClockPort('the real clock', () => ({ clock: createBrowserClock(), pass }))
