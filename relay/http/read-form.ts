import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { cleanFileName } from './file-name.ts'
import { Aborted, Problem } from './problem.ts'

/** A name and a text of a form, as it came. A form is a list of them: names may repeat, and `__proto__` is a name. */
export type TextEntry = readonly [name: string, text: string]

/** A file that has been written. */
export interface Upload {
  field: string
  /** As the sender calls it, cleaned; see `cleanFileName`. */
  name: string
  /** Our name of it in the draft. */
  file: string
  size: number
  sha256: string
}

interface FormLimits {
  /** Bytes of the whole body. */
  body: number
  /** Bytes of all texts together. */
  texts: number
  /** Names with a text. */
  fields: number
  /** Largest file that any form takes, in bytes. A larger one is cut after one byte more. */
  file: number
}

interface ReadForm {
  uploads: Upload[]
  /** Names under which files came that nobody keeps. */
  strays: string[]
}

interface FormReader {
  limits: FormLimits
  /** Names that files may come in; those of other names are not kept, only their names are. */
  fileFields: ReadonlySet<string>
  /** Takes a file to where it is kept. The size it returns is what came, at most one byte over the limit. */
  keep(source: Readable): Promise<Pick<Upload, 'file' | 'size' | 'sha256'>>
  /** Filled while reading, so that what came is known even when the reading fails. */
  entries: TextEntry[]
}

/** What no text field of a contract comes near to: a longer value is cut and then found to be too long. */
const LONGEST_TEXT = 128 * 1024

/** Files beyond those that the forms take, so that a stray file can be named in the answer. */
const STRAY_FILES = 8

/**
 * Reads a form, multipart or urlencoded, and keeps its files. The only place that knows busboy and its traps.
 * When it rejects, no file is being written any more and the rest of the body is thrown away unread, so that an
 * answer can be sent at once.
 * @throws Problem for what the sender did, Aborted when the sender left, else what `keep` threw
 */
export async function readForm(req: IncomingMessage, reader: FormReader): Promise<ReadForm> {
  const { limits, entries } = reader
  if (Number(req.headers['content-length']) > limits.body) throw bodyTooLarge(limits.body)
  const uploads: Upload[] = []
  const strays: string[] = []
  const writes: Promise<void>[] = []
  let parser: busboy.Busboy
  try {
    parser = busboy({
      headers: req.headers,
      // Browsers send names in UTF-8; the default would read them as latin1.
      defParamCharset: 'utf8',
      limits: {
        fieldSize: LONGEST_TEXT,
        fields: limits.fields,
        // A file of exactly `fileSize` counts as cut, so the limit is one more; what is larger shows in its size.
        fileSize: limits.file + 1,
        files: reader.fileFields.size + STRAY_FILES,
        // Parts that are neither count too: nobody else limits them.
        parts: limits.fields + reader.fileFields.size + STRAY_FILES + 1,
      },
    })
  } catch {
    throw malformed()
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let texts = 0
      let body = 0
      const guard = createBoundaryCheck(req.headers['content-type'] ?? '')
      const onData = (chunk: Buffer) => {
        body += chunk.length
        if (body > limits.body) reject(bodyTooLarge(limits.body))
        else if (!guard(chunk)) reject(malformed())
      }
      req.on('data', onData)
      parser.on('field', (name: string | undefined, text: string | undefined, info) => {
        // An unknown charset gives no text, a part without a name no name.
        if (text === undefined) return reject(new Problem('charset', 'The charset is not supported; send UTF-8.'))
        if (name === undefined || info.nameTruncated) return reject(malformed())
        texts += Buffer.byteLength(name) + Buffer.byteLength(text)
        if (texts > limits.texts) return reject(tooLarge())
        // Forms send line breaks as CR LF, whatever was typed.
        entries.push([name, text.replaceAll('\r\n', '\n')])
      })
      parser.on('file', (name: string | undefined, source, info) => {
        // A cut body ends the file with an error of its own; the parser reports the same.
        source.on('error', () => {})
        if (name === undefined) return reject(malformed())
        if (!info.filename) return void source.resume()
        if (!reader.fileFields.has(name)) {
          strays.push(name)
          return void source.resume()
        }
        const fileName = cleanFileName(info.filename)
        const write = reader.keep(source).then((kept) => void uploads.push({ ...kept, field: name, name: fileName }))
        // A body that ends too early fails the writing as well; only the disk's own faults are the disk's.
        write.catch((error) => reject(parser.errored ? malformed() : error))
        writes.push(write)
      })
      parser.on('fieldsLimit', () => reject(new Problem('too-many-fields', 'The form has too many fields.')))
      parser.on('partsLimit', () => reject(malformed()))
      parser.on('filesLimit', () => reject(new Problem('too-many-files', 'The form has too many files.')))
      parser.on('error', () => reject(malformed()))
      parser.on('close', () => void Promise.all(writes).then(() => resolve(), reject))
      req.on('error', () => reject(new Aborted()))
      req.on('close', () => void (req.complete || reject(new Aborted())))
      req.pipe(parser)
    })
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    req.resume()
    await Promise.allSettled(writes)
    throw error
  }
  // A wrong first boundary gives an empty form without an error.
  if (entries.length + uploads.length + strays.length === 0) throw malformed()
  if (new Set(uploads.map(({ field }) => field)).size < uploads.length)
    throw new Problem('too-many-files', 'A field takes one file.')
  return { uploads, strays }
}

function malformed(): Problem {
  return new Problem('malformed', 'The form is incomplete or not well-formed.')
}

function tooLarge(): Problem {
  return new Problem('too-large', 'The texts of this form are larger than this relay takes.')
}

function bodyTooLarge(limit: number): Problem {
  const detail = `The post is larger than this relay takes: at most ${Math.floor(limit / 1024 ** 2)} MB.`
  return new Problem('too-large', detail)
}

/**
 * Looks at the beginning of a multipart body: it must be the boundary that the header names. busboy skips
 * anything before the first boundary, so a part under a wrong one would be lost without a word.
 * @returns takes each piece of the body and says whether all is well so far
 */
function createBoundaryCheck(contentType: string): (chunk: Buffer) => boolean {
  const named = /^multipart\/form-data\b[\s\S]*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const boundary = named?.[1] ?? named?.[2]
  if (boundary === undefined) return () => true
  const wanted = Buffer.from(`--${boundary}`, 'latin1')
  let seen = Buffer.alloc(0)
  let done = false
  return (chunk) => {
    if (done) return true
    seen = Buffer.concat([seen, chunk])
    // Some clients put a line break before the first boundary.
    const breaks = Math.min(2, seen.length)
    const start = seen.subarray(0, breaks).equals(Buffer.from('\r\n').subarray(0, breaks)) ? breaks : 0
    const compared = Math.min(seen.length - start, wanted.length)
    const same = seen.subarray(start, start + compared).equals(wanted.subarray(0, compared))
    done = !same || compared === wanted.length
    return same
  }
}
