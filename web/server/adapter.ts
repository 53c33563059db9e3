import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AdapterInit, RoutesManifest } from 'gatsby'
import { createClassFinder, createStyleTrimmer, keepClassRules } from './critical-styles.ts'
import { addPreloads, dropChunkMapping, etagOf, inlineSourcesOf, templateOf } from './documents.ts'
import { loadEngines } from './engines.ts'
import { createPacker } from './pack-files.ts'
import { appDataPath, chunksOf, manifestFile, pageDataPath } from './site-manifest.ts'
import type { EngineRoute, ServedFile, SiteManifest, SiteRedirect } from './site-manifest.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

const isText = (type: string) => type.includes('charset') || type === types['svg']

/** Of use to the build alone, or answered by the server itself. */
const isUnserved = (route: string) =>
  /\.map$|^\/webpack\.stats\.json$|^\/chunk-map\.json$|^\/_gatsby\/slices\/|^\/~partytown\/|^\/config\.json$/.test(route)

const immutable = 'public, max-age=31536000, immutable'
const revalidated = 'public, max-age=0, must-revalidate'

type Stats = { readonly namedChunkGroups: Readonly<Record<string, { readonly assets: readonly { readonly name: string }[] }>> }

const readChunks = (root: string): Pick<SiteManifest, 'chunks' | 'classes'> => {
  const read = (name: string) => readFileSync(path.join(root, 'public', name), 'utf8')
  const { namedChunkGroups } = JSON.parse(read('webpack.stats.json')) as Stats
  const files = Object.entries(namedChunkGroups).map(([chunk, { assets }]) => [chunk, assets.map(({ name }) => name)] as const)
  const sheets = new Set(files.flatMap(([, names]) => names.filter((name) => name.endsWith('.css'))))
  const classesIn = createClassFinder([...sheets].map(read).join(''))
  const scripts = files.map(([chunk, names]) => [chunk, names.filter((name) => name.endsWith('.js'))] as const)
  return {
    chunks: Object.fromEntries(scripts.map(([chunk, names]) => [chunk, names.map((name) => `/${name}`)])),
    classes: Object.fromEntries(
      scripts.filter(([chunk]) => chunk.startsWith('component---')).map(([chunk, names]) => [chunk, classesIn(names.map(read))]),
    ),
  }
}

const readComponent = (root: string, pagePath: string): string | null => {
  try {
    const data = JSON.parse(readFileSync(path.join(root, 'public', pageDataPath(pagePath)), 'utf8')) as { componentChunkName: string }
    return data.componentChunkName
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Adds the scripts of their documents to the routes, as rendered without a visitor or an admin API: what is there is the build's. */
const withTemplates = async (root: string, routes: readonly EngineRoute[]): Promise<readonly EngineRoute[]> => {
  const { prepare } = loadEngines(root)
  const { ADMIN_API_URL } = process.env
  process.env['ADMIN_API_URL'] = 'http://localhost:1'
  try {
    return await Promise.all(
      routes.map(async (route) => {
        if (route.path.startsWith('/page-data/')) return route
        const page = await prepare(route.path, { step: null })
        return { ...route, scripts: templateOf(await page.renderHtml()) }
      }),
    )
  } finally {
    if (ADMIN_API_URL === undefined) delete process.env['ADMIN_API_URL']
    else process.env['ADMIN_API_URL'] = ADMIN_API_URL
  }
}

/**
 * The routes without the files that stand where a page is rendered: a development server leaves such data in `public`, and there
 * is nothing of the request in it.
 */
export const withoutLeftovers = (routes: RoutesManifest): RoutesManifest => {
  const rendered = new Set(routes.filter(({ type }) => type === 'function').map((route) => route.path))
  return routes.filter(({ type, path: route }) => type === 'function' || !rendered.has(route))
}

/**
 * Prepares the build for the server of this folder: everything compressed beforehand, each document with its preloads, the styles
 * that it needs and the hashes of what it holds inline, the sheet with what documents may be without, and the routes. Gatsby's own output stays as it is.
 */
export const createServerAdapter: AdapterInit = () => ({
  name: 'evenkeel-site-server',
  config: () => ({ excludeDatastoreFromEngineFunction: false, supports: { pathPrefix: false, trailingSlash: ['never'] } }),
  adapt: async ({ routesManifest, reporter }) => {
    const root = process.cwd()
    const { chunks, classes } = readChunks(root)
    const packer = createPacker(root)
    const trimStyles = createStyleTrimmer()

    const document = async (route: string, file: string): Promise<ServedFile> => {
      const html = dropChunkMapping(trimStyles((await packer.read(file)).toString('utf8')))
      const component = readComponent(root, route)
      const text = component
        ? addPreloads(html, { scripts: chunksOf({ chunks }, [component]), data: [appDataPath, pageDataPath(route)] })
        : html
      return {
        ...(await packer.store(text)),
        type: 'text/html; charset=utf-8',
        cacheControl: revalidated,
        etag: etagOf(text),
        inline: inlineSourcesOf(text),
      }
    }

    const asset = async (route: string, file: string, cacheControl: string | undefined): Promise<ServedFile> => {
      const whole = await packer.read(file)
      const type = types[path.extname(file).slice(1)] ?? 'application/octet-stream'
      const content = type === types['css'] ? keepClassRules(whole.toString('utf8')) : whole
      return {
        ...(typeof content === 'string' ? await packer.store(content) : await packer.pack(file, content, isText(type))),
        type,
        cacheControl: cacheControl ?? (route.startsWith('/static/') ? immutable : revalidated),
        etag: etagOf(content),
      }
    }

    const files: Promise<[string, ServedFile]>[] = []
    const engineRoutes: EngineRoute[] = []
    const redirects: SiteRedirect[] = []
    for (const route of withoutLeftovers(routesManifest)) {
      if (/[*:]/.test(route.path)) reporter.panic(`The site's server has no routes with wildcards: ${route.path}`)
      if (route.type === 'function') {
        if (route.functionId !== 'ssr-engine') reporter.panic(`The site's server runs no functions: ${route.path}`)
        engineRoutes.push({ path: route.path, isKept: route.cache === true })
      } else if (route.type === 'redirect') {
        redirects.push({ from: route.path, to: route.toPath, status: route.status })
      } else if (!isUnserved(route.path)) {
        const cacheControl = route.headers.find(({ key }) => key === 'cache-control')?.value
        const isDocument = route.filePath.endsWith('.html')
        const prepared = isDocument ? document(route.path, route.filePath) : asset(route.path, route.filePath, cacheControl)
        files.push(prepared.then((file) => [route.path, file]))
      }
    }
    const about = {
      files: Object.fromEntries(await Promise.all(files)),
      engineRoutes: await withTemplates(root, engineRoutes),
      redirects,
      chunks,
      classes,
    }
    const manifest: SiteManifest = { build: etagOf(JSON.stringify(about)).slice(3, -1), ...about }
    packer.finish()
    writeFileSync(path.join(root, manifestFile), JSON.stringify(manifest))
    reporter.info(`Prepared ${files.length} files and ${engineRoutes.length} rendered routes for the site's server`)
  },
})
