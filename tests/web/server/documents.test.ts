import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentsOf } from '#web/server/documents.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the hash sources of a document', () => {
  it('are those of its inline scripts and styles, byte for byte', () => {
    const html =
      '<head><style data-href="/s.css">a{b:c}</style></head><body><script>run("<b>")\n</script><script id="x">1</script>'
    expect(contentsOf(html).inline).toEqual({
      scripts: [hash('run("<b>")\n'), hash('1')],
      styles: [hash('a{b:c}')],
      styleAttributes: [],
    })
  })

  it('omit external scripts and data blocks, which a policy does not block', () => {
    const html =
      '<script src="/app.js" async></script><script type="application/ld+json">{}</script><script type="module">2</script>'
    expect(contentsOf(html).inline.scripts).toEqual([hash('2')])
  })

  it('are listed in document order, together with external scripts and data blocks', () => {
    const html =
      '<script type="application/ld+json">{}</script><script src="/app.js" async></script><script>1</script><script>1</script>'
    expect(contentsOf(html).scripts).toEqual([
      `application/ld+json ${hash('{}')}`,
      '/app.js',
      hash('1'),
      hash('1'),
    ])
  })

  it('cover style attributes as the browser parses them, but not text that looks like one', () => {
    const html =
      '<div style="a:url(&quot;b&quot;)" tabindex="-1"><p>a style="x:y"</p></div><script>"<i style=\\"z:z\\">"</script>'
    expect(contentsOf(html).inline.styleAttributes).toEqual([hash('a:url("b")')])
  })
})
