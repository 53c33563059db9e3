import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { packedFolder } from './site-manifest.ts'

export type PackedFile = { readonly file: string; readonly br?: string; readonly gzip?: string }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Below this many bytes nothing is gained. */
const least = 512

const nameOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)

/**
 * Compresses files as hard as it goes, into a folder of its own, and remembers by their content what it did before.
 * `finish` deletes what no file of this build needs.
 */
export const createPacker = (root: string) => {
  mkdirSync(path.join(root, packedFolder), { recursive: true })
  const needed = new Set<string>()

  const write = async (name: string, make: () => Promise<Buffer>): Promise<string> => {
    const file = `${packedFolder}/${name}`
    needed.add(name)
    if (!existsSync(path.join(root, file))) await writeFile(path.join(root, file), await make())
    return file
  }

  const compress = async (bytes: Buffer, name: string): Promise<Omit<PackedFile, 'file'>> => {
    if (bytes.length < least) return {}
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    const [br, zipped] = await Promise.all([
      write(`${name}.br`, () => brotli(bytes, { params })),
      write(`${name}.gz`, () => zip(bytes, { level: 9 })),
    ])
    return { br, gzip: zipped }
  }

  return {
    /** A file of the build as it is. */
    pack: async (file: string, bytes: Buffer, isCompressible: boolean): Promise<PackedFile> => ({
      file,
      ...(isCompressible && (await compress(bytes, nameOf(bytes)))),
    }),
    /** A text that differs from the build's own file. */
    store: async (text: string): Promise<PackedFile> => {
      const bytes = Buffer.from(text)
      const name = nameOf(bytes)
      return { file: await write(name, () => Promise.resolve(bytes)), ...(await compress(bytes, name)) }
    },
    read: (file: string) => readFile(path.join(root, file)),
    finish: () => {
      for (const name of readdirSync(path.join(root, packedFolder))) {
        if (!needed.has(name)) rmSync(path.join(root, packedFolder, name))
      }
    },
  }
}
