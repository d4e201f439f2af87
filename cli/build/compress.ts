import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(?:html|js|css|json|xml|svg|txt|webmanifest)$/
/** Below this a compressed copy saves less than the headers that name it. */
const SMALLEST = 256

/** How small compressed copies are. */
export const efforts = ['none', 'quick', 'best'] as const
export type Effort = (typeof efforts)[number]

/**
 * Of brotli. Measured over articles of 31 kB and their data: quickly 0.6 ms for 8,611 bytes, best 25 ms for 7,739; gzip
 * has nothing between that would be worth while (0.4 ms for 9,154).
 */
const quality: Record<Exclude<Effort, 'none'>, Record<number, number>> = {
  quick: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 },
  best: { [constants.BROTLI_PARAM_QUALITY]: 11 },
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
  const params = { ...quality[effort], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
  return { br, gz }
}
