import { site } from '../site.ts'
import { absolute } from './absolute.ts'
import { pageColour } from './page-colour.ts'

// Gatsby compiles this with gatsby-node.ts and resolves no `#` imports there, so the paths are
// passed in.

export const robotsFile = (privatePaths: readonly string[]): string =>
  [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${absolute('/sitemap.xml')}`,
    '',
  ].join('\n')

export const sitemapFile = (listedPaths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listedPaths.map((path) => `  <url><loc>${absolute(path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const yearMs = 365 * 24 * 60 * 60 * 1000

/** RFC 9116. It expires a year after the build, so that a forgotten one is not believed. */
export const securityFile = (built: Date): string =>
  [
    `Contact: ${site.securityContact}`,
    `Expires: ${new Date(built.getTime() + yearMs - 1).toISOString()}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${absolute('/.well-known/security.txt')}`,
    '',
  ].join('\n')

/**
 * The web app manifest, with which a phone can add the site to its home screen. The icons are in
 * `static`.
 */
export const manifestFile = (): string =>
  JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: site.language,
    start_url: '/',
    display: 'browser',
    background_color: pageColour.light,
    theme_color: pageColour.light,
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
