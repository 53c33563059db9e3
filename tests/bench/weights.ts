import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { projectRoot } from '#sandbox/site-build.ts'
import { readSiteManifest, siteFolder } from '#web/server/site-manifest.ts'
import type { SiteManifest } from '#web/server/site-manifest.ts'
import { buildStatsFile } from '#web/gatsby/internals.ts'

/**
 * What floor G's scripts weigh, in bytes, gzip; `npm run bench:weight` builds the floor and says
 * when this is out of date.
 */
export const FLOOR_BYTES = 89_938

/** The maximum size of a page's scripts, as a multiple of floor G's. */
export const bars = { '/': 1.3, '/sign-up/survey': 1.55, '/sign-up/payment': 1.85 } as const

const gzipBytes = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length

/** The scripts of a document in order, without those that only old browsers load. */
const scriptsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*nomodule)[^>]*\bsrc="([^"]+)"/gi)].map(([, src = '']) => src)

const bytesOf = (folder: string, scripts: readonly string[]) =>
  [...new Set(scripts)].reduce(
    (sum, script) => sum + gzipBytes(path.join(folder, 'public', script)),
    0,
  )

/** The scripts of floor G's page. */
export const floorBytes = (folder: string): number => {
  const html = readFileSync(path.join(folder, 'public/index.html'), 'utf8')
  const { namedChunkGroups } = JSON.parse(
    readFileSync(path.join(folder, `public/${buildStatsFile}`), 'utf8'),
  ) as {
    namedChunkGroups: Record<string, { assets: { name: string }[] }>
  }
  const own =
    namedChunkGroups['component---src-pages-index-js']?.assets.map(({ name }) => `/${name}`) ?? []
  return bytesOf(folder, [...scriptsIn(html), ...own.filter((name) => name.endsWith('.js'))])
}

/** What a page's first visit loads before the page is interactive, in bytes, gzip. */
export const scriptBytes = (manifest: SiteManifest, pagePath: keyof typeof bars): number => {
  const page = [...manifest.documents, ...manifest.pages].find(
    ({ path: each }) => each === pagePath,
  )
  const scripts = [...(page?.link ?? '').matchAll(/<([^<>]+\.js)>/g)].map(([, src = '']) => src)
  if (!scripts.some((src) => src.includes('/component---')))
    throw new Error(`The build preloads no page at ${pagePath}.`)
  return bytesOf(projectRoot, scripts)
}

/**
 * The largest document and the home page's inline styles, both with brotli, and the fonts that
 * the home page names, in bytes.
 */
export const documentBytes = (manifest: SiteManifest) => {
  const folder = path.join(projectRoot, siteFolder, 'documents')
  const sizes = manifest.documents.map(({ path: route, file }) => ({
    route,
    bytes: readFileSync(path.join(folder, `${file}.br`)).length,
  }))
  const [largest = { route: '', bytes: 0 }] = sizes.toSorted((a, b) => b.bytes - a.bytes)
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8')
  const styles = [...html.matchAll(/<style[^>]*>([^]*?)<\/style>/g)]
    .map(([, text = '']) => text)
    .join('')
  const fonts = [
    ...new Set([...html.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, href = '']) => href)),
  ]
  return {
    largest,
    styles: brotliCompressSync(styles).length,
    fonts: {
      count: fonts.length,
      bytes: fonts.reduce(
        (sum, href) => sum + readFileSync(path.join(projectRoot, 'public', href)).length,
        0,
      ),
    },
  }
}

export const readManifest = () => readSiteManifest(projectRoot)
