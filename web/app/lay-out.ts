/** Has all of the page styled and laid out, what is out of sight too: the chapters of a general page wait for it (web/styles/shared.css). */
export const layOutAll = (page: Document): void => {
  page.documentElement.dataset['laidOut'] = ''
}
