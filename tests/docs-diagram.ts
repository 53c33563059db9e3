/** `npm run docs:diagram`: draws the folders and their imports into docs/architecture.md. */
import { writeFileSync } from 'node:fs'
import { createDiagram, insertDiagram, pageFile } from './support/folder-diagram.ts'

writeFileSync(pageFile, insertDiagram(await createDiagram()))
