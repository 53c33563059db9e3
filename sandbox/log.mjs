/**
 * The output of a long-running command: lines, and progress for steps over two seconds. On a
 * terminal, the progress is one line that updates itself; elsewhere (a file, CI), a line every ten
 * seconds. Plain JavaScript, because it also runs before the project's own Node is installed.
 */
const quiet = 2_000
const terminalBeat = 250
const fileBeat = 10_000

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`

/** @type {import('./log.d.mts').createLog} */
export const createLog = (stream) => {
  const steps = new Map()
  const interactive = Boolean(stream.isTTY)
  let shown = false
  let timer

  const erase = () => {
    if (shown) stream.write('\r\u001b[2K')
    shown = false
  }
  const describe = () => {
    const [first] = steps.values()
    return `${[...steps.keys()].join(', ')}… ${seconds(first)}`
  }
  const draw = () => {
    const [first] = steps.values()
    if (first === undefined || Date.now() - first < quiet) return
    erase()
    stream.write(interactive ? describe().slice(0, (stream.columns || 80) - 1) : `${describe()}\n`)
    shown = interactive
  }
  const beat = () => {
    clearInterval(timer)
    timer = undefined
    if (steps.size === 0) return
    if (interactive) {
      timer = setInterval(draw, terminalBeat)
      return
    }
    timer = setTimeout(() => {
      draw()
      timer = setInterval(draw, fileBeat)
    }, quiet)
  }

  return {
    line: (text) => {
      erase()
      stream.write(`${text}\n`)
      if (interactive) draw()
    },
    during: async (label, work) => {
      const since = Date.now()
      steps.set(label, since)
      if (steps.size === 1) beat()
      try {
        return await work()
      } finally {
        steps.delete(label)
        erase()
        if (steps.size === 0) beat()
        if (Date.now() - since >= quiet) stream.write(`${label}: ${seconds(since)}\n`)
      }
    },
  }
}
