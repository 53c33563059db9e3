import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a document holds in its own text that a content security policy has to allow, as CSP hash sources. */
export type InlineSources = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly styleAttributes: readonly string[]
}

/** One file as it is served. File names are relative to the project. */
export type ServedFile = {
  readonly file: string
  readonly br?: string
  readonly gzip?: string
  readonly type: string
  readonly cacheControl: string
  /** Weak: one for all encodings. */
  readonly etag: string
  /** Set for documents. */
  readonly inline?: InlineSources
}

/**
 * A route that the build's engines answer. `isKept`: once rendered it holds until the next build (DSG). `scripts`, for a document: its
 * script elements as the build rendered it, of which it may have no more.
 */
export type EngineRoute = { readonly path: string; readonly isKept: boolean; readonly scripts?: readonly string[] }

export type SiteRedirect = { readonly from: string; readonly to: string; readonly status: number }

/** All that the server has to know of a build; written by the adapter at its end. */
export type SiteManifest = {
  /** Differs from build to build. */
  readonly build: string
  readonly files: Readonly<Record<string, ServedFile>>
  readonly engineRoutes: readonly EngineRoute[]
  readonly redirects: readonly SiteRedirect[]
  /** The scripts of each named chunk, its own and those it shares. */
  readonly chunks: Readonly<Record<string, readonly string[]>>
  /** The classes of the style sheet that the scripts of each page's chunk name. */
  readonly classes: Readonly<Record<string, readonly string[]>>
}

/** Where the adapter keeps its output, relative to the project: outside `public`, whose files Gatsby takes for routes. */
export const packedFolder = '.cache/site-server'

export const manifestFile = `${packedFolder}/manifest.json`

/** Throws when the site was not built. */
export const readSiteManifest = (root: string): SiteManifest =>
  JSON.parse(readFileSync(path.join(root, manifestFile), 'utf8')) as SiteManifest

/** The application's own chunk, named where it is imported. */
export const applicationChunk = 'application'

export const appDataPath = '/page-data/app-data.json'

/** Where Gatsby's runtime asks for a page's data. */
export const pageDataPath = (pagePath: string): string =>
  `/page-data/${pagePath === '/' ? 'index' : pagePath.replace(/^\//, '')}/page-data.json`

/** The scripts of several chunks, each once. */
export const chunksOf = ({ chunks }: Pick<SiteManifest, 'chunks'>, names: readonly string[]): readonly string[] => [
  ...new Set(names.flatMap((name) => chunks[name] ?? [])),
]
