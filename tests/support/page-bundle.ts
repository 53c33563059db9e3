import { build } from 'esbuild'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

export type PageBundle = Listening & {
  /** Paths requested since the start, oldest first: shows which chunks a page loaded. */
  readonly requests: readonly string[]
}

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Test</title><div id="root"></div>'

/**
 * Bundles a browser module as the site does, one chunk per lazy import, and serves it with a page
 * that runs it. `entry` is relative to the project. At `/sandboxed` the page has no origin, so that
 * it cannot store anything.
 */
export const servePageBundle = async (entry: string, { head = '' } = {}): Promise<PageBundle> => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: new URL('../..', import.meta.url).pathname,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    outdir: '/',
    entryNames: 'page',
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'warning',
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  const requests: string[] = []
  const server = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    requests.push(pathname)
    response.setHeader('access-control-allow-origin', '*')
    if (pathname === '/sandboxed')
      response.setHeader('content-security-policy', 'sandbox allow-scripts')
    const file = files.get(pathname)
    if (file)
      response
        .setHeader('content-type', pathname.endsWith('.css') ? 'text/css' : 'text/javascript')
        .end(file)
    else if (pathname.includes('.')) response.writeHead(404).end()
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`${html}${head}<script type="module" src="/page.js"></script>`)
  })
  return { ...server, requests }
}
