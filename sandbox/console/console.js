/**
 * Fetches the sections every two seconds and replaces only those that changed, so as not to disturb
 * a reader.
 */
const beat = 2000
const main = document.querySelector('#sections')
const offline = document.querySelector('.offline')

const isSelecting = (section) => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && section.contains(selection.anchorNode)
}

const replace = (section, next) => {
  const key = section.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  section.replaceWith(next)
  if (key) next.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

const refresh = async () => {
  const answer = await fetch('/sections')
  if (!answer.ok) throw new Error(String(answer.status))
  const template = document.createElement('template')
  template.innerHTML = await answer.text()
  for (const next of template.content.querySelectorAll('section')) {
    const section = main.querySelector(`#${next.id}`)
    if (!section || isSelecting(section)) continue
    const wanted = next.outerHTML
    if (shown.get(next.id) === wanted) continue
    shown.set(next.id, wanted)
    replace(section, next)
  }
}

const shown = new Map([...main.querySelectorAll('section')].map((section) => [section.id, section.outerHTML]))

setInterval(async () => {
  if (document.hidden) return
  try {
    await refresh()
    offline.hidden = true
  } catch {
    offline.hidden = false
  }
}, beat)
