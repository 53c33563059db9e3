import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addPreloads, contentsOf, dropChunkMapping, inlineSourcesOf } from '#web/server/documents.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the hash sources of a document', () => {
  it('are those of its inline scripts and styles, byte for byte', () => {
    const html = '<head><style data-href="/s.css">a{b:c}</style></head><body><script>run("<b>")\n</script><script id="x">1</script>'
    expect(inlineSourcesOf(html)).toEqual({ scripts: [hash('run("<b>")\n'), hash('1')], styles: [hash('a{b:c}')], styleAttributes: [] })
  })

  it('leave out scripts from files and data, which no policy stops', () => {
    const html = '<script src="/app.js" async></script><script type="application/ld+json">{}</script><script type="module">2</script>'
    expect(inlineSourcesOf(html).scripts).toEqual([hash('2')])
  })

  it('are those of its data, too, in no policy but in the count of its scripts', () => {
    const html = '<script type="application/ld+json">{}</script><script src="/app.js" async></script><script>1</script><script>1</script>'
    expect(contentsOf(html).scripts).toEqual([`application/ld+json ${hash('{}')}`, '/app.js', hash('1'), hash('1')])
  })

  it('hold the style attributes of elements as the browser reads them, and no text that looks like one', () => {
    const html = '<div style="a:url(&quot;b&quot;)" tabindex="-1"><p>a style="x:y"</p></div><script>"<i style=\\"z:z\\">"</script>'
    expect(inlineSourcesOf(html).styleAttributes).toEqual([hash('a:url("b")')])
  })
})

describe('the mapping of chunks', () => {
  it('is left out, which Gatsby writes in a way that its own runtime cannot look anything up in', () => {
    const html = '<body><script\n id="gatsby-chunk-mapping"\n>\n window.___chunkMapping="{\\"app\\":[\\"/app.js\\"]}";\n</script><script>window.a=1</script></body>'
    expect(dropChunkMapping(html)).toBe('<body><script>window.___chunkMapping={}</script><script>window.a=1</script></body>')
  })
})

describe('preloads', () => {
  it('begin with the scripts that the document names at its end, without which no other is of use', () => {
    const html = '<head><meta charSet="utf-8"/></head><body><script src="/runtime.js" async></script><script src="/old.js" nomodule></script></body>'
    expect(addPreloads(html, { scripts: ['/a.js'], data: [] })).toContain(
      '<link rel="preload" as="script" fetchpriority="low" href="/runtime.js"/><link rel="preload" as="script" fetchpriority="low" href="/a.js"/></head>',
    )
  })

  it('stand behind the character set, data as it is fetched and scripts as they are loaded', () => {
    expect(addPreloads('<html><head><meta charSet="utf-8"/><title>A</title></head>', { scripts: ['/a.js'], data: ['/d.json'] })).toBe(
      '<html><head><meta charSet="utf-8"/><link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="/d.json"/>' +
        '<link rel="preload" as="script" fetchpriority="low" href="/a.js"/><title>A</title></head>',
    )
  })
})
