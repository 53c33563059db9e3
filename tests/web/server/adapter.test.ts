import { describe, expect, it } from 'vitest'
import { withoutLeftovers } from '#web/server/adapter.ts'

describe('the routes of a build', () => {
  it('have no file where a page is rendered, as a development server leaves one', () => {
    const rendered = { type: 'function', path: '/page-data/sign-in/page-data.json', functionId: 'ssr-engine' } as const
    const leftover = { type: 'static', path: rendered.path, filePath: `public${rendered.path}`, headers: [] } as const
    const file = { ...leftover, path: '/page-data/press/page-data.json' }
    expect(withoutLeftovers([leftover, rendered, file] as never)).toEqual([rendered, file])
  })
})
