import { runInNewContext } from 'node:vm'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { escapePageData } from '#web/gatsby/escape-page-data.ts'

const written = (id: string, text: string) =>
  renderToStaticMarkup(
    escapePageData(<script id={id} dangerouslySetInnerHTML={{ __html: text }} />),
  )

const run = (text: string, search: string) => {
  const markup = written('gatsby-script-loader', text)
  const [, script = ''] =
    /^<script id="gatsby-script-loader">([^<>&\u2028]*)<\/script>$/.exec(markup) ?? []
  const window = { location: { search } }
  runInNewContext(script, Object.assign(window, { window }))
  return window
}

it('escapePageData keeps page data from ending its script, without changing the data', () => {
  const pageData = { path: '/a', text: '</script><script>window.PWN=1</script><!--<script>\u2028&' }
  const text = `/*<![CDATA[*/window.pagePath="/a";window.pageData=${JSON.stringify(pageData)};/*]]>*/`
  const path = '/a?b=1'
  expect(run(text, '?b=1')).toMatchObject({ pagePath: path, pageData: { ...pageData, path } })
})

it('escapePageData adds no query to the path of a page whose data the runtime fetches', () => {
  expect(run('/*<![CDATA[*/window.pagePath="/a";/*]]>*/', '?b=1')).toMatchObject({ pagePath: '/a' })
})

it('escapePageData leaves other scripts as they are', () => {
  expect(written('other', 'a<b')).toBe('<script id="other">a<b</script>')
})
