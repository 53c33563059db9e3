import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The inline parts of a document that its content security policy must allow, as hash sources. */
export type InlineSources = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly styleAttributes: readonly string[]
}

/** A document written by the build. `link`: its `Link` header, which names what to preload. */
export type StaticDocument = {
  readonly path: string
  readonly file: string
  readonly link: string
  readonly inline: InlineSources
}

/**
 * A page rendered on request. `isDeferred`: rendered once per build (DSG). `scripts`: its script
 * elements as the build rendered it.
 */
export type RenderedPage = {
  readonly path: string
  readonly isDeferred: boolean
  readonly link: string
  readonly scripts: readonly string[]
}

export type SiteRedirect = { readonly from: string; readonly to: string; readonly status: number }

/** What the server needs to know about a build; written by the adapter. */
export type SiteManifest = {
  /** Differs from build to build. */
  readonly build: string
  /** The folder of Gatsby's render engine, relative to the project. */
  readonly engine: string
  readonly documents: readonly StaticDocument[]
  readonly pages: readonly RenderedPage[]
  readonly redirects: readonly SiteRedirect[]
}

/**
 * The adapter's output, relative to the project: the folders `documents`, `files` and `immutable`
 * and the manifest. It is outside `public`, whose files Gatsby takes for routes.
 */
export const siteFolder = '.cache/site-server'

export const manifestFile = `${siteFolder}/manifest.json`

/** Throws if the site has not been built. */
export const readSiteManifest = (root: string): SiteManifest =>
  JSON.parse(readFileSync(path.join(root, manifestFile), 'utf8')) as SiteManifest

/** The application's own chunk, named where it is imported. */
export const applicationChunk = 'application'
