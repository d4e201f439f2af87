import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { HttpProblem, RequestAbortedError } from './http-problem.ts'

/** A text field. A form is a list of these, not an object: names may repeat, and `__proto__` is a valid name. */
export type TextEntry = readonly [name: string, text: string]

/** A file that has been written to the draft. */
export interface Upload {
  field: string
  /** The sender's file name; see `cleanFileName`. */
  name: string
  /** File name in the draft. */
  file: string
  size: number
  sha256: string
}

interface FormLimits {
  /** Maximum size of the whole body, in bytes. */
  body: number
  /** Maximum total size of all text fields, in bytes. */
  texts: number
  /** Maximum number of text fields. */
  fields: number
  /** Largest file that any form allows, in bytes. Larger files are truncated to one byte more than this. */
  file: number
  /** Largest number of files in a field that any form allows. One more is stored, and others are discarded. */
  files: number
}

interface ReadForm {
  uploads: Upload[]
  /** Field names of discarded files. */
  strays: string[]
}

interface FormReader {
  limits: FormLimits
  /** Names of file fields. Files in other fields are discarded. */
  fileFields: ReadonlySet<string>
  /** Stores a file. The returned size exceeds the limit by at most one byte. */
  storeFile(source: Readable): Promise<Pick<Upload, 'file' | 'size' | 'sha256'>>
  /** Filled as the form is read, so that the entries read so far are available after an error. */
  entries: TextEntry[]
}

/** Length in bytes at which values are truncated. Far above any field's limit, so validation rejects truncated values. */
const MAX_FIELD_BYTES = 128 * 1024

/** Maximum number of files in unknown fields. The files are discarded, but the response lists the fields. */
const STRAY_FILES = 8

/**
 * Reads a multipart or URL-encoded form and stores its files. Only this function uses busboy. By the time it rejects,
 * no file is being written and the rest of the body is discarded, so a response can be sent immediately.
 * @throws HttpProblem for errors made by the sender, RequestAbortedError if the sender disconnected, or errors from
 * `storeFile`
 */
export async function readFormBody(req: IncomingMessage, reader: FormReader): Promise<ReadForm> {
  const { limits, entries } = reader
  if (Number(req.headers['content-length']) > limits.body) throw bodyTooLarge(limits.body)
  const maxFiles = reader.fileFields.size * (limits.files + 1) + STRAY_FILES
  const stored: string[] = []
  let uploads: Upload[]
  const strays: string[] = []
  const writes: Promise<Upload>[] = []
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: req.headers,
      // Browsers send names in UTF-8, but busboy reads them as latin1 by default.
      defParamCharset: 'utf8',
      limits: {
        fieldSize: MAX_FIELD_BYTES,
        fields: limits.fields,
        // busboy treats a file as truncated if its size is exactly `fileSize`, so this is one byte above the limit.
        fileSize: limits.file + 1,
        files: maxFiles,
        // Limits the total number of parts, because parts that are neither fields nor files have no limit of their own.
        parts: limits.fields + maxFiles + 1,
      },
    })
  } catch {
    throw malformed()
  }
  try {
    uploads = await new Promise((resolve, reject) => {
      let texts = 0
      let body = 0
      const boundary = findBoundary(req.headers['content-type'] ?? '')
      const isPreambleValid = boundary === undefined ? () => true : createPreambleCheck(boundary)
      const cleanHeaders = boundary === undefined ? () => {} : createHeaderCleaner(boundary)
      const onData = (chunk: Buffer) => {
        body += chunk.length
        if (body > limits.body) reject(bodyTooLarge(limits.body))
        else if (!isPreambleValid(chunk)) reject(malformed())
        cleanHeaders(chunk)
      }
      req.on('data', onData)
      parser.on('field', (name: string | undefined, text: string | undefined, info) => {
        // `text` is undefined if the charset is unknown; `name` is undefined if the part has no name.
        if (text === undefined) return reject(new HttpProblem('charset', 'The charset is not supported; send UTF-8.'))
        if (name === undefined || info.nameTruncated) return reject(malformed())
        texts += Buffer.byteLength(name) + Buffer.byteLength(text)
        if (texts > limits.texts)
          return reject(new HttpProblem('too-large', 'The text fields of this form exceed the size limit.'))
        // Normalizes line breaks, which browsers send as CR LF.
        entries.push([name, text.replaceAll('\r\n', '\n')])
      })
      parser.on('file', (name: string | undefined, source, info) => {
        // Ignores errors of the file stream, because the parser also reports an error if the body is cut off.
        source.on('error', () => {})
        if (name === undefined) return reject(malformed())
        if (!info.filename) return void source.resume()
        const isKnown = reader.fileFields.has(name)
        if (!isKnown) strays.push(name)
        if (!isKnown || stored.filter((field) => field === name).length > limits.files) return void source.resume()
        stored.push(name)
        const fileName = cleanFileName(info.filename)
        const write = reader.storeFile(source).then((written) => ({ ...written, field: name, name: fileName }))
        // If the body ends too early, writing the file fails as well, although the disk is fine.
        write.catch((error) => reject(parser.errored ? malformed() : error))
        writes.push(write)
      })
      parser.on('fieldsLimit', () => reject(new HttpProblem('too-many-fields', 'The form has too many fields.')))
      parser.on('partsLimit', () => reject(malformed()))
      parser.on('filesLimit', () => reject(new HttpProblem('too-many-files', 'The form has too many files.')))
      parser.on('error', () => reject(malformed()))
      parser.on('close', () => void Promise.all(writes).then(resolve, reject))
      req.on('error', () => reject(new RequestAbortedError()))
      req.on('close', () => void (req.complete || reject(new RequestAbortedError())))
      req.pipe(parser)
    })
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    req.resume()
    await Promise.allSettled(writes)
    throw error
  }
  // Rejects an empty form, because busboy reports no error if the first boundary is wrong.
  if (entries.length + uploads.length + strays.length === 0) throw malformed()
  return { uploads, strays }
}

function malformed(): HttpProblem {
  return new HttpProblem('malformed', 'The form is incomplete or malformed.')
}

function bodyTooLarge(limit: number): HttpProblem {
  return new HttpProblem('too-large', `The request body exceeds ${Math.floor(limit / 1024 ** 2)} MB.`)
}

/** Returns the boundary of a multipart body, or undefined if it is not one. */
function findBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const named = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  return named?.[1] ?? named?.[2]
}

/** Maximum length of the text before the first boundary, in bytes. */
const MAX_PREAMBLE = 4096

/**
 * Creates a check of the text before the first boundary of a multipart body. busboy ignores this text, so a part that
 * follows a wrong boundary, or none, would be lost silently.
 * @returns a function that receives each chunk of the body and reports whether the body is valid so far
 */
function createPreambleCheck(boundary: string): (chunk: Buffer) => boolean {
  const delimiter = `\r\n--${boundary}`
  let seen = '\r\n'
  let isOver = false
  return (chunk) => {
    if (isOver) return true
    seen += chunk.toString('latin1')
    const end = seen.indexOf(delimiter)
    isOver = end >= 0
    const preamble = isOver ? seen.slice(0, end) : seen
    return (isOver || seen.length <= MAX_PREAMBLE) && !/content-disposition/i.test(preamble)
  }
}

/**
 * Creates a function that replaces control characters in the headers of a multipart body by spaces, in place. Browsers
 * send them in file names, but busboy refuses them.
 * @returns a function that receives each chunk of the body
 */
function createHeaderCleaner(boundary: string): (chunk: Buffer) => void {
  const ends = { header: Buffer.from('\r\n\r\n'), content: Buffer.from(`\r\n--${boundary}`) }
  let state: keyof typeof ends = 'header'
  /** End of the previous chunk, which may contain the start of the next mark. */
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([tail, chunk])
    let start = 0
    for (let found = 0; found >= 0; ) {
      found = bytes.indexOf(ends[state], start)
      const end = found < 0 ? bytes.length : found + ends[state].length
      if (state === 'header')
        for (let index = Math.max(start, tail.length); index < end; index += 1)
          if (isControl(bytes[index] as number)) chunk[index - tail.length] = 0x20
      if (found < 0) continue
      start = end
      state = state === 'header' ? 'content' : 'header'
    }
    tail = bytes.subarray(Math.max(start, bytes.length - ends[state].length + 1))
  }
}

/** Reports whether a byte is a control character other than a tab or line break. */
function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
}

/**
 * Control characters, line breaks, characters that file systems do not allow, and characters that reverse the reading
 * direction, which can make `fdp.exe` look like `exe.pdf`.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*]/gu

const MAX_NAME_LENGTH = 120

/**
 * Cleans a sender's file name for display. Removes folders, control characters and characters that file systems do not
 * allow, and shortens the name but keeps its extension. The result is never used as a path.
 */
function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    // Browsers encode a double quote as `%22` (https://html.spec.whatwg.org/#multipart-form-data).
    .replace(/%22|"/g, "'")
    .replace(UNSAFE, '')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '')
  if (clean === '') return 'file'
  const extension = path.extname(clean).slice(0, 12)
  const stem = [...clean.slice(0, clean.length - extension.length)]
  return stem.slice(0, MAX_NAME_LENGTH - extension.length).join('') + extension
}
