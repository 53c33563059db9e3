/** `npm start`: sets the project up if needed, then starts the whole product (sandbox/start.ts). */
import { runWithDependencies } from './with-dependencies.mjs'

process.exit(await runWithDependencies('sandbox/start.ts', process.argv.slice(2)))
