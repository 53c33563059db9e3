import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Page } from 'gatsby'

/** Pages that the server falls back on when rendering fails, so they have to stay files. */
const statusPages = /^\/(404|500)(\.html)?$/

const isServed = (component: string): boolean =>
  readFileSync(component, 'utf8').includes('getServerData')

const importOf = (from: string, to: string): string => {
  const path = relative(dirname(from), to).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * Turns the page into one that the server renders for each request, through a component written
 * into `folder`. Null when it is one already or has to stay a file. Gatsby takes a page's mode from
 * what its component's file exports.
 */
export const perRequestPage = (page: Page, folder: string): Page | null => {
  if (statusPages.test(page.path) || page.component.startsWith(folder) || isServed(page.component))
    return null
  const component = join(
    folder,
    relative(process.cwd(), dirname(page.component)),
    basename(page.component),
  )
  mkdirSync(dirname(component), { recursive: true })
  writeFileSync(
    component,
    `export { default, Head } from '${importOf(component, page.component)}'\n` +
      'export const getServerData = async () => ({ props: {} })\n',
  )
  return { path: page.path, component, context: page.context }
}
