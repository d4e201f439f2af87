import { createCipheriv, createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import type { RandomAccessFile } from '../../store/store.ts'
import type { DocumentProblem } from './document-problem.ts'
import { findDataEnd } from './trailing-zeros.ts'

/** PDF readers search this many bytes at the start for `%PDF-`, because some programs write other data before it. */
const START = 1024
/** The end marker must be within this many bytes of the end of the data. Other data may follow it. */
const END = 4096
/** Bytes needed to detect the type of a file (https://github.com/sindresorhus/file-type#filetypefrombufferbuffer). */
const SIGNATURE_BYTES = 4100

/**
 * Returns why a file is not a complete PDF that opens without a password. A file that also has the signature of another
 * type is not a PDF.
 */
export async function findPdfProblem(content: RandomAccessFile): Promise<DocumentProblem | undefined> {
  const start = await content.read(0, SIGNATURE_BYTES)
  const found = (await fileTypeFromBuffer(start))?.ext
  if (found ? found !== 'pdf' : !start.subarray(0, START).includes('%PDF-')) return 'type'
  const dataEnd = await findDataEnd(content)
  const end = await content.read(Math.max(0, dataEnd - END), Math.min(END, dataEnd))
  if (!end.includes('%%EOF') && !end.includes('startxref')) return 'damaged'
  return (await needsPassword(content)) ? 'password' : undefined
}

/** Bytes searched at a time, and the longest match that may span two such pieces. */
const PIECE = 256 * 1024
const OVERLAP = 64
/** An encryption dictionary, and a trailer with the file's identifier, are at most this long. */
const DICTIONARY = 4096

/**
 * Reports whether a PDF can be opened only with a password or a certificate (ISO 32000-2, 7.6). Files that restrict
 * only printing or copying open with an empty password.
 */
async function needsPassword(content: RandomAccessFile): Promise<boolean> {
  const reference = await findLast(content, /\/Encrypt\s{0,9}(?:(\d{1,9})\s{1,9}(\d{1,5})\s{1,9}R|<<)/g)
  if (!reference) return false
  const [, number, generation] = reference.match
  const object = number
    ? await findLast(content, new RegExp(`(?<!\\d)0{0,9}${number}\\s{1,9}0{0,4}${generation}\\s{1,9}obj`, 'g'))
    : reference
  if (!object) return false
  const read = async (from: number, length: number) =>
    (await content.read(Math.max(0, from), length)).toString('latin1')
  const [dictionary = ''] = (await read(object.at, DICTIONARY)).split('endobj')
  const handler = /\/Filter\s{0,9}\/([\w.]{1,99})/.exec(dictionary)?.[1]
  if (handler !== 'Standard') return handler !== undefined
  const trailer = await read(reference.at - DICTIONARY, 2 * DICTIONARY)
  return !opensWithoutPassword(dictionary, readString(trailer, /\/ID\s{0,9}\[\s{0,9}([<(])/) ?? Buffer.alloc(0))
}

/** Finds the last match of a pattern in a file. Reads the file backwards. */
async function findLast(content: RandomAccessFile, pattern: RegExp) {
  for (let end = content.size; end > 0; end -= PIECE) {
    const start = Math.max(0, end - PIECE)
    const text = (await content.read(start, end - start + OVERLAP)).toString('latin1')
    const match = [...text.matchAll(pattern)].at(-1)
    if (match) return { at: start + match.index, match }
  }
  return undefined
}

/** Password that pads an empty one (ISO 32000-2, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Reports whether an empty user password is valid for the standard security handler. */
function opensWithoutPassword(dictionary: string, id: Buffer): boolean {
  const readNumber = (key: string) => Number(new RegExp(`/${key}\\s{0,9}(-?\\d{1,10})`).exec(dictionary)?.[1])
  const owner = readString(dictionary, /\/O\s{0,9}([<(])/)
  const user = readString(dictionary, /\/U\s{0,9}([<(])/)
  const revision = readNumber('R')
  if (!owner || !user) return true
  if (revision >= 5) {
    const salt = user.subarray(32, 40)
    return user.subarray(0, 32).equals(revision === 5 ? digest('sha256', salt) : hashRevision6(salt))
  }
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(readNumber('P') | 0)
  const isMetadataPlain = revision === 4 && /\/EncryptMetadata\s{1,9}false/.test(dictionary)
  const seed = digest(
    'md5',
    PADDING,
    owner.subarray(0, 32),
    permissions,
    id,
    Buffer.alloc(isMetadataPlain ? 4 : 0, 255),
  )
  if (revision < 3) return rc4(seed.subarray(0, 5), PADDING).equals(user.subarray(0, 32))
  // The length of the key may be given in the dictionary, in a crypt filter in bits or bytes, or not at all.
  return [16, readNumber('Length') / 8, 5].some((length) => {
    if (!(length >= 5 && length <= 16)) return false
    let key = seed.subarray(0, length)
    for (let round = 0; round < 50; round += 1) key = digest('md5', key).subarray(0, length)
    let expected = digest('md5', PADDING, id)
    for (let round = 0; round < 20; round += 1)
      expected = rc4(
        key.map((byte) => byte ^ round),
        expected,
      )
    return expected.equals(user.subarray(0, 16))
  })
}

function digest(algorithm: string, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Hashes an empty password (ISO 32000-2, algorithm 2.B). Ends after at most 288 rounds. */
function hashRevision6(salt: Buffer): Buffer {
  let key = digest('sha256', salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = digest(['sha256', 'sha384', 'sha512'][remainder] ?? '', encrypted)
    last = encrypted.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Encrypts with RC4, which OpenSSL no longer offers. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const value = state[one] as number
    state[one] = state[other] as number
    state[other] = value
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255
      j = (j + (state[i] as number)) & 255
      swap(i, j)
      return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number)
    }),
  )
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '', '\r\n': '' }

/** Reads a PDF string. The pattern captures its first character: `<` if it is hexadecimal, `(` if it may contain escapes. */
function readString(text: string, pattern: RegExp): Buffer | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const rest = text.slice(match.index + match[0].length)
  if (match[1] === '<') return Buffer.from(rest.slice(0, rest.indexOf('>')).replace(/\s/g, ''), 'hex')
  let depth = 1
  let bytes = ''
  for (const [part, escaped] of rest.matchAll(/\\([0-7]{1,3}|\r\n|[\s\S])|[\s\S]/g)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth === 0) break
    if (escaped === undefined) bytes += part
    else
      bytes += /^[0-7]/.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : (ESCAPES[escaped] ?? escaped)
  }
  return Buffer.from(bytes, 'latin1')
}
