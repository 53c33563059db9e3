import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'gatsby'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { perRequestPage } from '#web/gatsby/per-request-pages.ts'

const aPage = (at: string, file: string): Page => ({
  path: at,
  component: path.resolve('web', file),
  context: { memberId: 'ines' },
})

describe('a page rendered per request', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'evenkeel-pages-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('re-exports the original page and adds getServerData', () => {
    const page = perRequestPage(aPage('/how-it-works', 'pages/how-it-works.tsx'), folder)
    expect(page).toEqual({
      path: '/how-it-works',
      component: `${folder}/web/pages/how-it-works.tsx`,
      context: { memberId: 'ines' },
    })
    const text = readFileSync(page?.component ?? '', 'utf8')
    const from = /from '(.+)'/.exec(text)?.[1] ?? ''
    expect(path.resolve(path.dirname(page?.component ?? ''), from)).toBe(
      path.resolve('web/pages/how-it-works.tsx'),
    )
    expect(text).toContain('export const getServerData')
  })

  it('is not deferred, even if the original page is', () => {
    expect(
      perRequestPage(
        { ...aPage('/company/ines', 'templates/member.tsx'), defer: true } as Page,
        folder,
      ),
    ).not.toHaveProperty('defer')
  })

  it.each([
    ['/404', 'pages/404.tsx'],
    ['/404.html', 'pages/404.tsx'],
    ['/500', 'pages/500.tsx'],
    ['/sign-up/survey', 'pages/sign-up/survey.tsx'],
  ])('is not created for %s', (at, file) =>
    expect(perRequestPage(aPage(at, file), folder)).toBeNull(),
  )

  it('is not created from a page that is rendered per request already', () => {
    const page = perRequestPage(aPage('/press', 'pages/press.tsx'), folder)
    expect(page && perRequestPage(page, folder)).toBeNull()
  })
})
