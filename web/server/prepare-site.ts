import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { AdapterInit, FunctionsManifest, RoutesManifest } from 'gatsby'
import { configPath } from '../app/config.ts'
import {
  appDataPath,
  buildFiles,
  buildStatsFile,
  entryChunk,
  isDataPath,
  pageDataPath,
  renderFunctionId,
} from '../gatsby/internals.ts'
import { needsApp } from '../shell/needs-app.ts'
import { contentsOf } from './documents.ts'
import { chunkOf, loadEngine } from './engines.ts'
import type { PageData } from './engines.ts'
import { applicationChunk, manifestFile, siteFolder } from './site-manifest.ts'
import type { RenderedPage, SiteManifest, StaticDocument } from './site-manifest.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compressible = /\.(?:html|m?js|css|json|webmanifest|xml|txt|svg|ico)$/

/** Writes a file and, if its type compresses well, a Brotli and a gzip copy beside it. */
export const writeCompressed = async (file: string, content: Buffer | string): Promise<void> => {
  const bytes = Buffer.from(content)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, bytes)
  if (!compressible.test(file)) return
  await writeFile(`${file}.br`, await brotli(bytes))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}

type Asset = { readonly name: string; readonly size: number }
type Stats = { readonly namedChunkGroups: Readonly<Record<string, { assets: Asset[] }>> }

/**
 * The scripts of the named chunks, in order and without duplicates; within a chunk the largest
 * first.
 */
const readScripts = (stats: string) => {
  const { namedChunkGroups } = JSON.parse(stats) as Stats
  return (chunks: readonly string[]): readonly string[] => {
    const names = chunks.flatMap((chunk) =>
      (namedChunkGroups[chunk]?.assets ?? [])
        .toSorted((one, other) => other.size - one.size)
        .map(({ name }) => name),
    )
    return [...new Set(names.filter((name) => name.endsWith('.js')))]
  }
}

const preload = (href: string, as: string) => `<${href}>; rel=preload; as=${as}; fetchpriority=low`

const preloadData = (href: string) => preload(href, 'fetch; crossorigin=anonymous')

/** Renders without an admin API, so that the documents depend only on the build. */
const withoutAdminApi = async <Result>(render: () => Promise<Result>): Promise<Result> => {
  const { ADMIN_API_URL } = process.env
  process.env['ADMIN_API_URL'] = 'http://localhost:1'
  try {
    return await render()
  } finally {
    if (ADMIN_API_URL === undefined) delete process.env['ADMIN_API_URL']
    else process.env['ADMIN_API_URL'] = ADMIN_API_URL
  }
}

/** The page of a document, or the path itself of any other file. */
const pageOf = (file: string): string => file.replace(/\/index\.html$/, '') || '/'

/**
 * Removes static files that would be served instead of rendered pages: page data that a development
 * server left in `public`, and documents of a build that rendered those pages ahead.
 */
export const withoutLeftovers = (routes: RoutesManifest): RoutesManifest => {
  const functions = routes.filter(({ type }) => type === 'function')
  const rendered = new Set(functions.map((route) => route.path))
  return routes.filter(
    ({ type, path: route }) => type === 'function' || !rendered.has(pageOf(route)),
  )
}

/** Groups routes by kind. Throws on one the server cannot serve. */
const groupByKind = (routesManifest: RoutesManifest) => {
  const routes = withoutLeftovers(routesManifest)
  for (const route of routes) {
    const isForeign = route.type === 'function' && route.functionId !== renderFunctionId
    if (isForeign) throw new Error(`The site's server runs no functions: ${route.path}`)
    const isWildcard = /[*:]/.test(route.path)
    if (isWildcard) throw new Error(`The site's server has no wildcards: ${route.path}`)
  }
  const files = routes.filter((route) => route.type === 'static')
  const answers = routes.filter((route) => route.type === 'function')
  return {
    files: files.filter((route) => !buildFiles.test(route.path) && route.path !== configPath),
    redirects: routes.filter((route) => route.type === 'redirect'),
    pages: answers.filter((route) => !isDataPath(route.path)),
  }
}

const engineOf = (functions: FunctionsManifest): string => {
  const engine = functions.find(({ functionId }) => functionId === renderFunctionId)
  return engine ? path.dirname(engine.pathToEntryPoint) : ''
}

/** What Gatsby hands to an adapter at the end of a build. */
type Build = Pick<
  Parameters<ReturnType<AdapterInit>['adapt']>[0],
  'routesManifest' | 'functionsManifest' | 'reporter'
>

/** Prepares a build for the server of this folder. Gatsby's own output stays as it is. */
export const prepareSite = async ({ routesManifest, functionsManifest, reporter }: Build) => {
  const root = process.cwd()
  const publicFolder = path.join(root, 'public')
  const routes = groupByKind(routesManifest)
  const read = (name: string) => readFileSync(path.join(publicFolder, name), 'utf8')
  const scriptsOf = readScripts(read(buildStatsFile))
  const folder = path.join(root, siteFolder)
  rmSync(folder, { recursive: true, force: true })

  /**
   * The `Link` header of a document: preloads of low priority, since none is needed to paint.
   * Chromium starts with the first two: the site's configuration, requested first, and the largest
   * script. Gatsby's own scripts come before the application's, which loads meanwhile.
   */
  const linkOf = (page: string, component: string, data: readonly string[]): string => {
    const [config, app] = needsApp(page) ? [[configPath], [applicationChunk]] : [[], []]
    return [
      ...config.map(preloadData),
      ...scriptsOf([entryChunk, ...app, component]).map((name) => preload(`/${name}`, 'script')),
      ...[appDataPath, ...data].map(preloadData),
    ].join(', ')
  }

  const writeDocument = async (page: string, file: string): Promise<StaticDocument> => {
    const html = read(file)
    await writeCompressed(path.join(folder, 'documents', file), html)
    const dataPath = pageDataPath(page)
    const isPage = existsSync(path.join(publicFolder, dataPath))
    const data = isPage ? (JSON.parse(read(dataPath)) as PageData) : null
    const link = data ? linkOf(page, chunkOf(data), [dataPath]) : ''
    return { path: page, file, link, inline: contentsOf(html).inline }
  }

  const writeFiles = routes.files.map(async ({ path: route, filePath, headers }) => {
    const file = path.relative('public', filePath)
    if (file.endsWith('.html')) return writeDocument(route, file)
    const isHashed = headers.some(({ value }) => value.includes('immutable'))
    const kind = isHashed || route.startsWith('/static/') ? 'immutable' : 'files'
    await writeCompressed(path.join(folder, kind, file), readFileSync(filePath))
    return []
  })

  const engine = engineOf(functionsManifest)
  const prepare = loadEngine(root, engine)
  const renderTemplate = async (route: (typeof routes.pages)[number]): Promise<RenderedPage> => {
    const isDeferred = route.cache === true
    const { pageData, renderHtml } = await prepare(route.path, { step: null })
    const component = chunkOf(pageData)
    return {
      path: route.path,
      isDeferred,
      link: linkOf(route.path, component, isDeferred ? [pageDataPath(route.path)] : []),
      scripts: contentsOf(await renderHtml()).scripts,
    }
  }

  const manifest: SiteManifest = {
    build: randomUUID(),
    engine,
    documents: (await Promise.all(writeFiles)).flat(),
    pages: await withoutAdminApi(() => Promise.all(routes.pages.map(renderTemplate))),
    redirects: routes.redirects.map(({ path: from, toPath: to, status }) => ({ from, to, status })),
  }
  writeFileSync(path.join(root, manifestFile), JSON.stringify(manifest))
  const { documents, pages } = manifest
  reporter.info(`Prepared ${documents.length} documents and ${pages.length} rendered pages`)
}
