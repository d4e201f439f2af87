import { createRandom } from '../../random.ts'
import { archive, doc, encrypted, office, pdf, repeatEntries } from '../../relay/documents.ts'
import { hostileDocs } from '../../relay/hostile-docs.ts'
import { naughtyStrings } from '../../relay/naughty-strings.ts'
import { field, multipart, rawPost } from '../../relay/raw-request.ts'
import { LEADS, RESUMES } from '../submission.ts'

/** A connection from a malicious or broken client. */
export interface HostileCase {
  pieces: Buffer[]
  /** Milliseconds between pieces of data. */
  pause: number
  /** Behavior of the client after the last piece of data. */
  end: 'wait' | 'half-close' | 'disconnect'
  /** Whether the response may be an HTML page. */
  html: boolean
  /** Whether the response has no body. */
  head: boolean
  key: string | undefined
}

const small = [
  ...[pdf(), pdf(300_000), doc(), doc({ macros: true }), doc({ encrypted: true }), Buffer.from('MZ'), Buffer.alloc(0)],
  ...[office('docx'), office('docm'), office('xlsx'), encrypted(office('docx'))],
  // A zip bomb: 20 MB of the same byte in place of the content types.
  archive({ '[Content_Types].xml': 'a'.repeat(20_000_000), 'word/document.xml': '' }),
]
const large = [pdf(12 * 1024 * 1024), repeatEntries(office('docx'), 60_000), ...Object.values(hostileDocs)]

const EVIL = [
  ...[
    '../../../etc/passwd',
    'C:\\x\\y.pdf',
    'a\r\nBcc: evil@x.example\r\n\r\n',
    'a\nb',
    '"; filename="x.exe"',
    '%0d%0a',
  ],
  ...[
    '\0',
    'CON',
    '.',
    '..',
    '',
    ' ',
    '<a href=x>',
    '\u202efdp.exe',
    'x\r\nContent-Length: 5',
    '__proto__',
    '_subject',
  ],
  ...naughtyStrings,
]
const CHARSETS = ['klingon', 'utf-16', 'utf-7', 'latin1', 'UTF-8', '', '"', 'x'.repeat(300)]
const HEADERS = [
  ...['Content-Encoding', 'Expect', 'Upgrade', 'Connection', 'Origin', 'Referer', 'X-Forwarded-For', 'Host', 'Trailer'],
  ...['Content-Length', 'Idempotency-Key', 'Accept', 'Authorization', 'Transfer-Encoding', 'X Y', '\0'],
]
const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'BREW', 'post', 'CONNECT', '']
const PATHS = ['/', '*', '//', 'http://[', '/attachments/../x', '/thanks/%', '/thanks/__proto__', '/livez', '\0']
const LENGTHS = ['0', '-1', 'x', '1e3', '99999999999999999999', '1, 2', '17', '5000']
const JOB = {
  phone: '555 0100',
  location: 'Oslo',
  coverLetter: 'I measure.',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const ADA = { name: 'Ada', email: 'ada@mail.example' }

/** Creates a random case determined by the seed and number. */
export function createHostileCase(seed: number, number: number): HostileCase {
  const random = createRandom(seed + Math.imul(number, 0x9e3779b1))
  const below = (count: number): number => Math.floor(random() * count)
  const often = (part: number): boolean => random() < part
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  /** Returns the right value or, with probability `part`, one of the wrong ones. */
  const mostly = <T>(right: T, wrong: readonly T[], part = 0.03): T => (often(part) ? pick(wrong) : right)
  const evil = (): string => (often(0.02) ? 'x'.repeat(below(200_000)) : pick(EVIL))

  const damage = (bytes: Buffer): Buffer => {
    const [from = 0, to = 0] = [below(bytes.length), below(bytes.length)].sort((one, other) => one - other)
    const [before, middle, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
    const hit = Buffer.from(bytes)
    if (hit.length > 0) for (let hits = below(20); hits >= 0; hits--) hit[below(hit.length)] = below(256)
    return pick([
      hit,
      before,
      Buffer.concat([before, after]),
      Buffer.concat([before, middle, Buffer.from(evil()), middle, after]),
    ])
  }

  /** Lists form fields, often with values that no page sends. */
  const listFields = (applies: boolean): [string, unknown][] => {
    const fields: [string, unknown][] = Object.entries(
      applies
        ? { ...ADA, ...JOB }
        : { formType: mostly('contact', EVIL), ...ADA, brandName: '', message: `Hello ${number}` },
    )
    const strange = (): unknown => pick([evil(), evil(), number, null, true, [], {}, [evil()], { $gt: '' }, 1e308])
    if (often(0.4)) fields[below(fields.length)] = [pick(fields)[0], strange()]
    if (often(0.2)) fields.push([mostly('__proto__', EVIL, 0.8), strange()])
    if (often(0.03))
      for (let more = below(10_000); more > 0; more--) fields.push([mostly('message', [`f${more}`], 0.5), 'x'])
    return fields
  }
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

  const json = () => {
    const fields = listFields(false).map((entry) => entry.map((part) => JSON.stringify(part)).join(':'))
    const deep = pick(['[ ]', '{"a": }'])
      .split(' ')
      .map((half) => half.repeat(below(50_000)))
    return {
      type: 'application/json',
      body: Buffer.from(`{${[...fields, ...(often(0.05) ? [`"message":${deep.join('1')}`] : [])]}}`),
    }
  }
  const urlencoded = () => {
    const fields = listFields(false).map(([name, value]): [string, string] => [name, text(value)])
    return {
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(new URLSearchParams(fields).toString() + mostly('', EVIL)),
    }
  }
  const form = (applies: boolean) => {
    const boundary = mostly('----x', ["'()+_,-./:=?", 'a'.repeat(70), 'a'.repeat(5000), ' ', '"', '--', ''])
    const files = mostly(applies ? 1 : 0, [0, 1, 2, below(200)], 0.1)
    const parts = [
      ...listFields(applies).map(([name, value]) => field(name, text(value))),
      ...Array.from({ length: files }, () => {
        const name = mostly(pick(['cv.pdf', 'cv.doc', 'cv.docx']), EVIL, 0.3)
        const label = mostly(`filename="${name}"`, [`filename*=UTF-8''${escape(name)}`, `filename=${name}`], 0.2)
        const head = `Content-Disposition: form-data; name="${mostly('resume', EVIL)}"; ${label}\r\n\r\n`
        const content = pick(files < 3 && often(0.1) ? large : small)
        return Buffer.concat([Buffer.from(head), often(0.5) ? damage(content) : content])
      }),
    ].map((part) =>
      Buffer.concat([
        Buffer.from(mostly('', [`Content-Type: text/plain; charset=${pick(CHARSETS)}\r\n`])),
        Buffer.from(part),
      ]),
    )
    const named = mostly(boundary, ['', 'other', `"${boundary}"`, evil()])
    return {
      type: `multipart/form-data; boundary=${named}`,
      body: multipart(boundary, parts, mostly(`--${boundary}--\r\n`, EVIL)),
    }
  }

  const html = often(0.2)
  const key = often(0.7) ? mostly(`hostile-${number}`, [`shared-${below(20)}`], 0.2) : undefined
  const method = mostly('POST', METHODS, 0.05)
  // Pipelined requests must not expect 100-continue, because Node would write the 100 into another response.
  const times = mostly(1, [2, 3, 5], 0.05)
  const several = times > 1
  const request = (_: unknown, index: number): Buffer => {
    const applies = often(0.4)
    const made = applies ? form(true) : pick([json, urlencoded, () => form(false)])()
    const whole = often(0.2) ? damage(made.body) : made.body
    const chunked = often(0.15)
    const body = chunked ? toChunks(whole) : whole
    const headers: Record<string, string> = {
      host: mostly('relay.test', EVIL, 0.01),
      'content-type': mostly(made.type, [`${made.type}; charset=${pick(CHARSETS)}`, 'text/plain', '///', evil()]),
      accept: html ? 'text/html' : pick(['application/json', '*/*']),
      'content-length': mostly(String(body.length), LENGTHS, 0.05),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(often(0.15)
        ? { [pick(HEADERS)]: pick([evil(), 'gzip', several ? 'close' : '100-continue', 'close', 'null', '1']) }
        : {}),
      ...(chunked ? { 'transfer-encoding': mostly('chunked', ['gzip', 'chunked, chunked']) } : {}),
      ...(often(0.02)
        ? Object.fromEntries(Array.from({ length: below(400) }, (_, at) => [`X-${at}`, pick(EVIL)]))
        : {}),
      ...(index === 0 && often(0.9) ? { connection: 'close' } : {}),
    }
    if (chunked) delete headers[mostly('content-length', ['none'])]
    if (often(0.01)) delete headers.host
    const bytes = rawPost(mostly(applies ? RESUMES : LEADS, PATHS), headers, body).toString('latin1')
    const line = bytes.slice('POST'.length, bytes.indexOf('\r\n'))
    return Buffer.from(
      method +
        mostly(line, [line.replace('/1.1', '/1.0'), line.replace('/1.1', '/9'), ''], 0.01) +
        bytes.slice(bytes.indexOf('\r\n')),
      'latin1',
    )
  }
  const toChunks = (body: Buffer): Buffer => {
    const length = Math.max(1, mostly(Math.ceil(body.length / 7), [Math.ceil(body.length / 900)], 0.3))
    const chunks = Array.from({ length: Math.ceil(body.length / length) }, (_, index) => {
      const chunk = body.subarray(index * length, (index + 1) * length)
      const size = mostly(chunk.length.toString(16), ['-1', 'x', '', 'fffffffff', '0', `1;${evil()}`], 0.005)
      return Buffer.concat([Buffer.from(`${size}\r\n`), chunk, Buffer.from('\r\n')])
    })
    return Buffer.concat([...chunks, Buffer.from(mostly('0\r\n\r\n', ['0\r\n', '0\r\nX: y\r\n\r\n', '']))])
  }

  const end = mostly('wait', ['half-close', 'disconnect'] as const, 0.1)
  // The first request created asks to close the connection, so it must be sent last.
  let bytes = Buffer.concat(Array.from({ length: times }, request).reverse())
  if (often(0.03)) bytes = Buffer.from(damage(bytes))
  if (end !== 'wait' || often(0.03)) bytes = bytes.subarray(0, below(bytes.length + 1))
  const cuts = often(0.2)
    ? Array.from({ length: below(6) }, () => below(bytes.length)).sort((one, other) => one - other)
    : []
  const pieces = [...cuts, bytes.length].map((to, at) => bytes.subarray(cuts[at - 1] ?? 0, to))
  return { pieces, pause: below(30), end, html, head: method === 'HEAD', key }
}
