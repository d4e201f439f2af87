import { isUtf8 } from 'node:buffer'
import { createFileProblem, createProblemAt, type Explanations, type Problem } from '../diagnostics/problem.ts'
import { listCodeRanges } from './markdown/code-ranges.ts'

export interface TextFile {
  /** Path as shown to users, such as `content/services/amazon-seo.yaml`. */
  file: string
  text: string
  /** Identifies the version of the text without reading it: the file's timestamps (ctime first), size and inode. */
  stamp: string
}

const SAVE_AGAIN = 'Save it as UTF-8; most editors have a "Save with encoding" command.'
const describeEncoding = (message: string) => ({ rule: 'file/encoding', message, help: SAVE_AGAIN })

/** Decodes a file without its byte order mark. Reports the mark as a warning, and invalid UTF-8 as an error. */
export function decodeTextFile(bytes: Buffer, file: string, stamp: string): TextFile & { problems: Problem[] } {
  const utf16 = readUtf16(bytes)
  const { mark, text } = splitByteOrderMark(utf16 ?? bytes.toString('utf8'))
  if (utf16 !== undefined) {
    const details = describeEncoding('the file is saved as UTF-16 instead of UTF-8')
    return { file, text, stamp, problems: [createFileProblem(file, details)] }
  }
  const problems: Problem[] = []
  if (!isUtf8(bytes)) {
    const invalid = text.indexOf('\uFFFD')
    const details = describeEncoding('the file is not saved as UTF-8, so this character is lost')
    problems.push(createProblemAt({ file, text }, [invalid, invalid + 1], details))
  }
  if (text.includes('\r') && !text.includes('\n')) {
    const message = 'the lines of this file end with CR only, as on very old Macs'
    const help = 'Save it with Unix (LF) or Windows (CRLF) line endings.'
    problems.push(createFileProblem(file, { rule: 'file/encoding', message, help }))
  }
  const conflict = findConflict(file, text)
  if (conflict) problems.push(conflict)
  if (mark) {
    const message = 'the file starts with an invisible byte order mark'
    const help = 'It is ignored here, but can cause errors in other programs. Save the file as UTF-8 without BOM.'
    // The fix has no edits, because --fix always writes files without the byte order mark.
    problems.push(createFileProblem(file, { rule: 'file/byte-order-mark', severity: 'warning', message, help }, []))
  }
  return { file, text, stamp, problems }
}

/** Finds unresolved merge conflict markers, except in Markdown code, because an article about git may show them. */
function findConflict(file: string, text: string): Problem | undefined {
  if (!text.includes('<<<<<<< ')) return undefined
  const code = file.endsWith('.md') ? listCodeRanges(text) : []
  const isText = (index: number) => !code.some(([from, to]) => index >= from && index < to)
  const marks = [...text.matchAll(/^(?:<{7} .*|={7}|>{7} .*)\r?$/gm)].filter(({ index }) => isText(index))
  const [first] = marks.filter(({ 0: line }) => line.startsWith('<'))
  if (!first || !marks.some(({ 0: line }) => line.startsWith('='))) return undefined
  return createProblemAt({ file, text }, [first.index, first.index + first[0].length], {
    rule: 'file/conflict',
    message: 'unresolved merge conflict: git left two versions of this part in the file',
    help: 'Keep one version, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
  })
}

/** Splits the content of a file into its byte order mark and its text. */
export function splitByteOrderMark(content: string): { mark: string; text: string } {
  const text = content.replace(/^\uFEFF/, '')
  return { mark: content.slice(0, content.length - text.length), text }
}

/** Returns a file object that reads its text on first access. */
export function createLazyTextFile(
  readBytes: () => Buffer,
  file: string,
  stamp: string,
): TextFile & { problems: Problem[] } {
  let text: string | undefined
  return {
    file,
    stamp,
    problems: [],
    get text() {
      text ??= decodeTextFile(readBytes(), file, stamp).text
      return text
    },
  }
}

/** Decodes UTF-16 if there is a byte order mark or the first character has a zero byte; otherwise returns undefined. */
function readUtf16(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return even.toString('utf16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second))
    return Buffer.from(even).swap16().toString('utf16le')
  return undefined
}

/** Reports whether a problem makes a file's text unreliable. Any other problem in that file may be a consequence. */
export const isTextCorrupt = ({ rule }: Problem): boolean => ['file/encoding', 'file/conflict'].includes(rule)

export const encodingRules: Explanations = {
  'file/conflict': {
    means: 'Two people changed the same lines, and git left both versions in the file.',
    matters: 'Visitors would see both versions, and the markers between them.',
    bad: '<<<<<<< HEAD\ntitle: Prime Day\n=======\ntitle: Prime Week\n>>>>>>> main',
    good: 'title: Prime Week',
    fix: 'Keep one version, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
  },
  'file/encoding': {
    means: 'A file is not saved as UTF-8.',
    matters: 'Quotes, dashes and accented letters would appear as question marks.',
    bad: 'caf\uFFFD (saved as Windows-1252)',
    good: 'café (saved as UTF-8)',
    fix: 'Save it as UTF-8, and restore the lost characters.',
  },
  'file/byte-order-mark': {
    means: 'A file starts with a byte order mark, an invisible character that some Windows editors add.',
    matters: 'It is ignored here, but can cause errors in other programs.',
    bad: '(mark)title: Prime Day',
    good: 'title: Prime Day',
    fix: 'Save the file as UTF-8 without BOM, or run --fix.',
  },
}
