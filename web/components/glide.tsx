import { Component } from 'react'
import type { Elements } from './elements.ts'

export interface GlideProps {
  /** With a change of it the children come, go or change their height. */
  at: unknown
  children: Elements
}

type Tops = ReadonlyMap<Element, number>

/** As `--quick`, in milliseconds. */
const motion = { duration: 160, easing: 'cubic-bezier(0.2, 0, 0, 1)' }

const topsNow = (): Tops => new Map([...document.body.querySelectorAll('*')].map((element) => [element, element.getBoundingClientRect().top]))

/** Leads everything on the page from where it was. What is new fades in; so does what has moved, where less motion is asked for. */
const leadFrom = (before: Tops) => {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  // Read as a whole: what is led takes its parts along.
  const after = topsNow()
  const lead = (element: Element, carried: number) => {
    const was = before.get(element)
    if (was === undefined) return void element.animate({ opacity: [0, 1] }, motion)
    const moved = after.get(element)! - was
    const own = moved - carried
    if (own !== 0) element.animate(isStill ? { opacity: [0, 1] } : { translate: [`0 ${-own}px`, '0 0'] }, motion)
    for (const child of element.children) lead(child, moved)
  }
  for (const child of document.body.children) lead(child, 0)
}

/** What a service answers may come late, when nobody expects the page to move any more: what stands below is led to its new place. */
export class Glide extends Component<GlideProps> {
  override getSnapshotBeforeUpdate({ at }: GlideProps): Tops | null {
    return at === this.props.at ? null : topsNow()
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, before: Tops | null) {
    if (before) leadFrom(before)
  }

  override render() {
    return this.props.children
  }
}
