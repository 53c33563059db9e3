import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { escapePageData } from '#web/plugin/escape-page-data.ts'

const written = (id: string, text: string) => renderToStaticMarkup(escapePageData(<script id={id} dangerouslySetInnerHTML={{ __html: text }} />))

it('ends no script with page data that Gatsby writes into it, and leaves them what they are', () => {
  const data = { text: '</script><script>window.PWN=1</script>&\u2028' }
  const markup = written('gatsby-script-loader', `window.pageData=${JSON.stringify(data)};`)
  const [, script = ''] = /^<script id="gatsby-script-loader">([^<>&\u2028]*)<\/script>$/.exec(markup) ?? []
  expect(JSON.parse(script.slice('window.pageData='.length, -1))).toEqual(data)
})

it('leaves other scripts as they are', () => {
  expect(written('other', 'a<b')).toBe('<script id="other">a<b</script>')
})
