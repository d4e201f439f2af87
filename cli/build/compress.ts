import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(?:html|js|css|json|xml|svg|txt|webmanifest)$/
/** Below this a compressed copy saves less than the headers that name it. */
const SMALLEST = 256

/** How small compressed copies are. `quick` costs a twentieth of `best`, for 7 % more bytes (docs/decisions/043). */
export const efforts = ['none', 'quick', 'best'] as const
export type Effort = (typeof efforts)[number]

const settings = {
  quick: { brotli: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 }, gzip: 6 },
  best: { brotli: { [constants.BROTLI_PARAM_QUALITY]: 11 }, gzip: 9 },
}

/** So many files are compressed best in the time that a build takes anyway. */
const FEW = 128

/** What is worth while for so many files at once. */
export function effortFor(files: number): Effort {
  return files > FEW ? 'quick' : 'best'
}

/** Whether there are to be compressed copies of a file. */
export function isCompressible(file: string, bytes: number): boolean {
  return COMPRESSIBLE.test(file) && bytes >= SMALLEST
}

/** Compresses on threads of Node's own pool. */
export async function compress(
  bytes: Uint8Array,
  effort: Exclude<Effort, 'none'>,
): Promise<{ br: Buffer; gz: Buffer }> {
  const { brotli, gzip } = settings[effort]
  const params = { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: gzip })])
  return { br, gz }
}
