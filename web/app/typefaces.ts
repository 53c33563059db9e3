import { PERSISTED_STATE } from '#core/model/persisted-state.ts'
import textFile from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
import displayFile from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2'

declare global {
  interface Window {
    /** Named by a script in every document, made when first asked for. Texts are set in those that the document's fonts were given. */
    typefaces?: () => readonly FontFace[]
  }
}

const typefaces = ({ defaultView }: Document): readonly FontFace[] => defaultView?.typefaces?.() ?? []

/** Resolves when none is on its way any more. */
export const loadTypefaces = (page: Document): Promise<unknown> => Promise.allSettled(typefaces(page).map((face) => face.load()))

const isThere = ({ status }: FontFace) => status === 'loaded'

/** Shows the typefaces that are there: for a page that nobody has seen yet. */
export const showTypefaces = (page: Document): void => {
  for (const face of typefaces(page).filter(isThere)) page.fonts.add(face)
}

/**
 * Where all that is in sight stands, in pixels from the top of the window. What is out of sight is not looked into: browsers have not
 * laid out all of it, and would for the question. A drawing's parts stand where it does.
 */
const inSight = (element: Element): readonly (readonly [element: Element, top: number])[] => {
  const { top, bottom } = element.getBoundingClientRect()
  if (bottom <= 0 || top >= window.innerHeight) return []
  const within = element.localName === 'svg' ? [] : [...element.children]
  return [[element, top], ...within.flatMap(inSight)]
}

/** The most that something may move and still count as still, in pixels; it is so for browsers, too. */
const STILL = 3

const showIfStill = (face: FontFace, page: Document): void => {
  const before = [...page.body.children].flatMap(inSight)
  page.fonts.add(face)
  const moves = before.some(([element, top]) => Math.abs(element.getBoundingClientRect().top - top) > STILL)
  if (moves) page.fonts.delete(face)
}

/**
 * Shows each typeface that is there if nothing in sight moves for it: stand-ins have their measure, but here and there a
 * line breaks elsewhere. Where a script in the document has shown one, it stays. The page is laid out for each in a turn of its own.
 */
export const showTypefacesIfStill = async (page: Document): Promise<void> => {
  for (const face of typefaces(page)) {
    if (!isThere(face) || page.fonts.has(face)) continue
    showIfStill(face, page)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

const files = [['Figtree Variable', `url(${textFile})`, '300 900'], ['Instrument Serif', `url(${displayFile})`, '400']] as const

/** For a script that stands in every document. Making them takes a slow device some 3 ms, which the first paint would wait for. */
const nameTypefaces = `let t;window.typefaces=()=>t??=${JSON.stringify(files)}.map(([n,f,w])=>new FontFace(n,f,{weight:w}));`

const show = 'f=>document.fonts.add(f)'

/** For a script within a document of few words: fetches the typefaces once those are painted, and shows each when it is there. */
const typefacesScript =
  `new PerformanceObserver((_,o)=>{o.disconnect();typefaces().map(f=>f.load().then(${show},()=>{}))}).observe({type:"paint",buffered:true})`

/** For one of many, where a line may break elsewhere: shows them if all are there before anything is painted. */
const typefacesAtOnceScript =
  `(Promise.allSettled(typefaces().map(f=>f.load())),requestAnimationFrame(()=>{t.some(f=>f.status!="loaded")||t.map(${show})}))`

/** For the head of a document: names the typefaces, and fetches them where an earlier visit has left them in the browser's cache. */
export const typefacesHeadScript = (isLongText: boolean): string =>
  `{${nameTypefaces}try{localStorage.getItem(${JSON.stringify(PERSISTED_STATE)})===null||${isLongText ? typefacesAtOnceScript : typefacesScript}}catch{}}`
