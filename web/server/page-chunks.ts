import { asksAtOnce, needsApp } from '../app/needs-app.ts'
import { applicationChunk } from './site-manifest.ts'

/** The chunk of the use cases, named where it is imported. */
const useCasesChunk = 'use-cases'

/** The chunks that a page is not alive without, its own aside. */
export const chunksBeside = (pagePath: string): readonly string[] => [
  ...(needsApp(pagePath) ? [applicationChunk] : []),
  ...(asksAtOnce(pagePath) ? [useCasesChunk] : []),
]
