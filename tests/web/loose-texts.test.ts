import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looseTexts } from '#tests/support/loose-texts.ts'

const root = path.resolve(import.meta.dirname, '../..')

describe('every component', () => {
  it('renders each text alone in its element, so that a translated page can still change', () => {
    expect(looseTexts(root, (file) => /^(?:web|adapters)\//.test(file))).toEqual([])
  })
})

describe('the search for text with siblings', () => {
  const components = {
    'a name beside an icon':
      'export const A = ({ name }: { name: string }) => <p><svg />{name}</p>',
    'a sentence with a figure':
      'export const A = ({ count }: { count: number }) => <p>{count} days</p>',
    'an ending that comes and goes':
      "export const A = ({ isAgain }: { isAgain: boolean }) => <p>Take it{isAgain && ' again'}</p>",
    'a sentence around a link': 'export const A = () => <p>Read <a href="/">this</a></p>',
    'a sentence that is a fragment': 'export const A = () => <>Read this</>',
    'children beside a heading':
      "import type { ReactNode } from 'react'\nexport const A = ({ children }: { children: ReactNode }) => <div><h1>Hello</h1>{children}</div>",
    'texts of a list':
      'export const A = ({ lines }: { lines: readonly string[] }) => <div><hr />{lines.map((line) => line)}</div>',
    'a component that renders text':
      "export const A = ({ isOn }: { isOn: boolean }) => (isOn ? 'On' : <b>Off</b>)",
    'a class that renders its children':
      "import { Component } from 'react'\nimport type { ReactNode } from 'react'\nexport class A extends Component<{ children: ReactNode }> { override render() { return this.props.children } }",
  }
  const rightComponents = [
    'export const A = ({ name }: { name: string }) => <p>{name}</p>',
    'export const A = ({ count }: { count: number }) => <p>{`${count} days`}</p>',
    "export const A = ({ isOn }: { isOn: boolean }) => <button>{isOn ? 'On' : 'Off'}</button>",
    'export const A = ({ name }: { name: string }) => <p>\n  <span>Hello</span> <b>{name}</b>{/* Nothing. */}\n</p>',
    'export const A = ({ name }: { name: string }) => <p>{name && <b>{name}</b>}<i /></p>',
  ]
  let project: string
  let found: readonly string[]

  beforeAll(() => {
    project = mkdtempSync(path.join(tmpdir(), 'evenkeel-loose-texts-'))
    for (const name of ['node_modules', 'package.json'])
      symlinkSync(path.join(root, name), path.join(project, name))
    mkdirSync(path.join(project, 'web'))
    const compilerOptions = {
      strict: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
    }
    writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['web'] }),
    )
    for (const [index, text] of Object.values(components).entries())
      writeFileSync(path.join(project, `web/wrong-${index}.tsx`), text)
    for (const [index, text] of rightComponents.entries())
      writeFileSync(path.join(project, `web/right-${index}.tsx`), text)
    found = looseTexts(project, (file) => file.startsWith('web/'))
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it.each(Object.keys(components).map((name, index) => [name, index] as const))(
    'finds %s',
    (_, index) => {
      expect(found).toContainEqual(expect.stringContaining(`wrong-${index}.tsx:`))
    },
  )

  it('finds nothing where text is alone in its element', () => {
    expect(found.filter((each) => each.includes('right-'))).toEqual([])
  })
})
