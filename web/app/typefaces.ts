/** Stand-ins are the system's own: no files to wait for. */
const typefaces = (page: Document): readonly FontFace[] => [...page.fonts].filter(({ display }) => display === 'swap')

/** Resolves when none is on its way any more. Whenever styles are added, browsers make the faces anew; the files they have by then. */
export const loadTypefaces = (page: Document): Promise<unknown> => Promise.allSettled(typefaces(page).map((face) => face.load()))

/** Shows the typefaces if they are there: for a page that nobody has seen yet. */
export const showTypefaces = (page: Document): void => {
  if (typefaces(page).every(({ status }) => status === 'loaded')) page.documentElement.dataset['typefaces'] = ''
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

/**
 * Shows the typefaces if they are there and nothing in sight moves for it: stand-ins have their measure, but here and there a
 * line breaks elsewhere. Where a script in the document has shown them, they stay.
 */
export const showTypefacesIfStill = (page: Document): void => {
  if ('typefaces' in page.documentElement.dataset) return
  const before = [...page.body.children].flatMap(inSight)
  showTypefaces(page)
  const moves = before.some(([element, top]) => Math.abs(element.getBoundingClientRect().top - top) > STILL)
  if (moves) delete page.documentElement.dataset['typefaces']
}

const typefacesInScript = '[...document.fonts].filter(f=>f.display=="swap")'
const loadInScript = `Promise.allSettled(${typefacesInScript}.map(f=>f.load()))`
const showInScript = 'document.documentElement.dataset.typefaces=""'

/** For a script within a document of few words: fetches the typefaces once those are painted, and shows them when all are there. */
export const typefacesScript =
  `new PerformanceObserver((_,o)=>{o.disconnect();${loadInScript}.then(()=>{${showInScript}})}).observe({type:"paint",buffered:true})`

/** For one of many, where a line may break elsewhere: shows them if all are there before anything is painted. */
export const typefacesAtOnceScript = `(${loadInScript},requestAnimationFrame(()=>{${typefacesInScript}.some(f=>f.status!="loaded")||(${showInScript})}))`
