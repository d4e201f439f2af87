import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const COMPRESSIBLE = /\.(?:html|js|css|json|xml|svg|txt|webmanifest)$/
/** Minimum size in bytes: for smaller files, a compressed copy saves less than its headers cost. */
const MIN_BYTES = 256

/** Compression levels, lowest first. */
export const compressionEfforts = ['none', 'quick', 'best'] as const
export type CompressionEffort = (typeof compressionEfforts)[number]

/**
 * Brotli settings. `quick` compresses a 31 kB article and its data to 8,611 bytes in 0.6 ms, and `best` to 7,739 bytes
 * in 25 ms. gzip always uses its highest level (9,154 bytes in 0.4 ms).
 */
const quality: Record<Exclude<CompressionEffort, 'none'>, Record<number, number>> = {
  quick: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 },
  best: { [constants.BROTLI_PARAM_QUALITY]: 11 },
}

/** Maximum number of files for which best compression does not noticeably slow down a build. */
const MAX_BEST_FILES = 128

/** Chooses the compression effort for a build with this many files. */
export function chooseCompressionEffort(files: number): CompressionEffort {
  return files > MAX_BEST_FILES ? 'quick' : 'best'
}

/** Reports whether a file should have compressed copies. */
export function isCompressible(file: string, bytes: number): boolean {
  return COMPRESSIBLE.test(file) && bytes >= MIN_BYTES
}

/** Compresses data with Brotli and gzip, on Node's thread pool. */
export async function compress(
  bytes: Uint8Array,
  effort: Exclude<CompressionEffort, 'none'>,
): Promise<{ br: Buffer; gz: Buffer }> {
  const params = { ...quality[effort], [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
  return { br, gz }
}
