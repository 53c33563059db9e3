import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseOptions, IReporterOutput } from 'dependency-cruiser'

const root = path.resolve(import.meta.dirname, '../..')
const { options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  options: ICruiseOptions
}

export const pageFile = path.join(root, 'docs/architecture.md')

const top = ['core', 'adapters', 'web', 'admin-api', 'contracts', 'sandbox']
/** Drawn as one node per folder inside them; each other folder is a single node. */
const opened = new Set(['core', 'web'])

/** Shown separately, because only the two servers use it, not the site. */
const apart = 'adapters/telemetry'

const topOf = (file: string) => file.split('/', 1)[0] ?? ''

/** The folder that stands for a file in the diagram. */
export const folderOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  if (file.startsWith(`${apart}/`)) return apart
  if (!opened.has(first)) return first
  return file.split('/').length > 2 ? `${first}/${second}` : `${first}/*.ts`
}

const byName = (a: string, b: string) => Number(a > b) - Number(a < b)

const idOf = (folder: string) => folder.replaceAll(/\W/g, '_')

const nodeOf = (folder: string) => `${idOf(folder)}["${folder}"]`

const groupsOf = (folders: readonly string[]): string[] =>
  top.flatMap((name) => {
    const inside = folders.filter((folder) => topOf(folder) === name)
    if (!opened.has(name)) return inside.map((folder) => `  ${nodeOf(folder)}`)
    return [
      `  subgraph ${nodeOf(name)}`,
      ...inside.map((folder) => `    ${nodeOf(folder)}`),
      '  end',
    ]
  })

/** An import from another folder points to the whole of core or web, to keep the arrows few. */
const targetOf = (from: string, to: string) =>
  topOf(from) === topOf(to) || folderOf(to) === apart ? folderOf(to) : topOf(to)

/** A Mermaid graph of the folders of these files; `imports` are pairs of files. */
export const drawFolders = (
  files: readonly string[],
  imports: readonly (readonly [string, string])[],
): string => {
  const folders = [...new Set(files.map(folderOf))].toSorted(byName)
  const arrows = imports
    .map(([from, to]) => [folderOf(from), targetOf(from, to)] as const)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)
  return ['graph LR', ...groupsOf(folders), ...[...new Set(arrows)].toSorted(byName)].join('\n')
}

const modulesOf = ({ output }: IReporterOutput) => {
  if (typeof output === 'string') throw new Error(output)
  return output.modules
}

/** The Mermaid graph of the current sources. */
export const createDiagram = async (): Promise<string> => {
  const isOurs = (file: string) => top.includes(topOf(file))
  const result = await cruise(top, { ...options, baseDir: root })
  const modules = modulesOf(result).filter(({ source }) => isOurs(source))
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => isOurs(resolved))
      .map(({ resolved }) => [source, resolved] as const),
  )
  return drawFolders(
    modules.map(({ source }) => source),
    imports,
  )
}

const markers = /(<!-- folders -->\n)[^]*?(\n<!-- end of folders -->)/

/** The text of docs/architecture.md with this diagram between its two markers. */
export const insertDiagram = (diagram: string): string => {
  const page = readFileSync(pageFile, 'utf8')
  if (!markers.test(page)) throw new Error(`${pageFile} has no markers for the diagram.`)
  return page.replace(
    markers,
    (_, before: string, after: string) => `${before}\`\`\`mermaid\n${diagram}\n\`\`\`${after}`,
  )
}
