import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listedPaths, privatePaths } from '#core/model/listed-paths.ts'
import { emailConfirmedPath, journeys, stepPath } from '#core/model/journeys.ts'
import { journeyPrefixes, routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { manifestFile, robotsFile, securityFile, sitemapFile } from '#web/shell/site-files.ts'
import { team } from '#web/content/team.ts'
import { site } from '#web/site.ts'

const listed = listedPaths(team.map(({ id }) => id))
const robots = robotsFile(privatePaths)
const disallowed = robots
  .split('\n')
  .flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []))
const isDisallowed = (path: string) => disallowed.some((prefix) => path.startsWith(prefix))

const steps = (Object.keys(journeyPrefixes) as JourneyName[]).flatMap((journey) =>
  journeys[journey].map(({ id }) => stepPath(journey, id)),
)

describe('the files for search engines', () => {
  it.each([
    ...steps,
    emailConfirmedPath('sign-up'),
    emailConfirmedPath('enroll'),
    routes.signIn,
    routes.account,
    routes.accountRecovery,
    routes.mailLink,
  ])('disallow %s', (path) => expect(isDisallowed(path)).toBe(true))

  it.each(listed)('list %s', (path) => {
    expect(isDisallowed(path)).toBe(false)
    expect(sitemapFile(listed)).toContain(`<loc>${site.url}${path}</loc>`)
  })

  it('name the sitemap by its full address', () =>
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`))

  it('list every page without noindex', () => {
    const pathOf = (file: string) =>
      file.replace('web/pages', '').replace(/(\/index)?\.tsx$/, '') || '/'
    const unsaid = globSync('web/pages/**/*.tsx').filter(
      (file) =>
        !listed.includes(pathOf(file)) &&
        !/<PageHead[^>]*\bhidden\b/.test(readFileSync(file, 'utf8')),
    )
    expect(unsaid).toEqual([])
  })

  it('name only icons that exist', () => {
    const { icons } = JSON.parse(manifestFile()) as { icons: { src: string }[] }
    const named = [
      ...icons.map(({ src }) => src),
      '/og.png',
      '/favicon.ico',
      '/apple-touch-icon.png',
    ]
    expect(named.filter((src) => !existsSync(`static${src}`))).toEqual([])
  })
})

describe('security.txt', () => {
  const fields = new Map(
    securityFile(new Date('2026-03-01T00:00:00Z'))
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')] as const
      }),
  )

  it('names a contact and its own address', () => {
    expect(fields.get('Contact')).toBe(site.securityContact)
    expect(fields.get('Canonical')).toBe(`${site.url}/.well-known/security.txt`)
  })

  it('expires in less than a year', () =>
    expect(fields.get('Expires')).toBe('2027-02-28T23:59:59.999Z'))
})
