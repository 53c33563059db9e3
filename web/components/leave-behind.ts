const duration = 420

/**
 * Leaves a still copy of an element that is about to go, which fades and drifts by `--drift`, or 16 px to the left. The copy
 * can't be reached, read out or submitted. Nothing happens under reduced motion.
 */
export const leaveBehind = (element: HTMLElement): void => {
  const stage = element.parentElement
  if (!stage?.isConnected || !('animate' in element)) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return

  const copy = element.cloneNode(true) as HTMLElement
  copy.inert = true
  copy.setAttribute('aria-hidden', 'true')
  delete copy.dataset.entering
  // A copied radio button with the same name would take the choice away from the real one.
  for (const part of copy.querySelectorAll('[id], [name], [for]')) {
    part.removeAttribute('id')
    part.removeAttribute('name')
    part.removeAttribute('for')
  }
  for (const alert of copy.querySelectorAll('[role="alert"]')) alert.removeAttribute('role')
  Object.assign(copy.style, { position: 'absolute', inset: '0 0 auto', pointerEvents: 'none' })
  stage.append(copy)
  const leaving = copy.animate(
    [
      { opacity: 1, transform: 'none' },
      { opacity: 0, offset: 0.4 },
      { opacity: 0, transform: 'translateX(var(--drift, -16px))' },
    ],
    { duration, easing: 'cubic-bezier(0.2, 0, 0, 1)', fill: 'forwards' },
  )
  const remove = () => copy.remove()
  leaving.finished.then(remove, remove)
}
