import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createPlaces } from './place.ts'
import type { Problem } from './problem.ts'

export interface TextFile {
  /** As shown to people: `content/services/amazon-seo.yaml`. */
  file: string
  text: string
}

const SAVE_AGAIN = 'Save it again as UTF-8; in most editors that is in "Save with encoding".'

/** The text without a byte order mark, which is only a warning; bytes that are no UTF-8 are an error. */
export function readText(source: string, file: string): TextFile & { problems: Problem[] } {
  const problems: Problem[] = []
  const bytes = readFileSync(source)
  const wide = readUtf16(bytes)
  const whole = wide ?? bytes.toString('utf8')
  const text = whole.replace(/^\uFEFF/, '')
  if (wide !== undefined) {
    problems.push({
      ...{ rule: 'file/encoding', severity: 'error', file, line: 1, column: 1, length: 1 },
      message: 'the file is saved as UTF-16 and not as UTF-8',
      help: SAVE_AGAIN,
    })
    return { file, text, problems }
  }
  if (!isUtf8(bytes)) {
    const at = text.indexOf('\uFFFD')
    problems.push({
      ...{ rule: 'file/encoding', severity: 'error', file, ...createPlaces(text)(at, at + 1) },
      message: 'the file is not saved as UTF-8, so this character is lost',
      help: SAVE_AGAIN,
    })
  }
  if (text.length < whole.length) {
    problems.push({
      ...{ rule: 'file/byte-order-mark', severity: 'warning', file, line: 1, column: 1, length: 1 },
      message: 'the file begins with an invisible byte order mark',
      help: 'It is read all the same; other programs may trip over it. Save as UTF-8 without BOM.',
      fix: { edits: [] },
    })
  }
  return { file, text, problems }
}

/** The text of UTF-16, which some Windows programs write, by its mark or by the empty half of its first letter. */
function readUtf16(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return even.toString('utf16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second))
    return Buffer.from(even).swap16().toString('utf16le')
  return undefined
}
