import { archive, doc, encrypted, office, pdf } from '../../tests/relay/documents.ts'
import { hostileDocs } from '../../tests/relay/hostile-docs.ts'
import { naughtyStrings } from '../../tests/relay/naughty-strings.ts'
import { createRandom } from './random.ts'
import { LEADS, RESUMES } from './submission.ts'

/** One connection of somebody who means no good, or whose program is broken. */
export interface HostileCase {
  /** What is sent, with so many milliseconds between. */
  pieces: Buffer[]
  pause: number
  /** What comes after the last piece. */
  end: 'wait' | 'half-close' | 'cut'
  /** Answers after which nothing more is waited for. */
  answers: number
  /** An answer may be a page, or have no body. */
  html: boolean
  bodyless: boolean
  /** The idempotency key, when it is one. */
  key: string | undefined
}

const SHARED_KEYS = 20
const HUGE = 12 * 1024 * 1024
const SMALL = 400_000

const documents: Buffer[] = [
  ...[pdf(), pdf(300_000), pdf(HUGE), doc(), doc({ macros: true }), doc({ encrypted: true })],
  ...[office('docx'), office('docm'), office('xlsx'), encrypted(office('docx')), Buffer.alloc(0), Buffer.from('MZ')],
  ...Object.values(hostileDocs),
  // What 20 MB of the same byte become, where the types of the parts should be.
  archive({ '[Content_Types].xml': 'a'.repeat(20_000_000), 'word/document.xml': '' }),
  repeatEntries(office('docx'), 60_000),
]

const small = documents.filter(({ length }) => length < SMALL)

/** A zip whose list of contents names its first entry so many times. */
function repeatEntries(zip: Buffer, count: number): Buffer {
  const [directory, end] = [zip.indexOf('PK\x01\x02', 0, 'latin1'), zip.lastIndexOf('PK\x05\x06', -1, 'latin1')]
  const next = zip.indexOf('PK\x01\x02', directory + 4, 'latin1')
  const entries = Array<Buffer>(count).fill(zip.subarray(directory, next < 0 ? end : next))
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(count * (entries[0]?.length ?? 0), 12)
  return Buffer.concat([zip.subarray(0, directory), ...entries, tail])
}

/** The case of a number; the same for the same seed. */
export function createHostileCase(seed: number, number: number): HostileCase {
  const random = createRandom(seed + Math.imul(number, 0x9e3779b1))
  const below = (count: number): number => Math.floor(random() * count)
  const often = (part: number): boolean => random() < part
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const evil = (): string => pick([...EVIL, ...naughtyStrings, 'x'.repeat(often(0.1) ? below(200_000) : 10)])
  const evilLine = (): string => evil().slice(0, 2000)

  /** Bytes that were hit on their way. */
  const damage = (bytes: Buffer): Buffer => {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort((one, other) => one - other) as [
      number,
      number,
    ]
    const copy = Buffer.from(bytes)
    if (copy.length > 0) for (let hits = below(20); hits >= 0; hits--) copy[below(copy.length)] = below(256)
    return pick([
      () => copy,
      () => bytes.subarray(0, from),
      () => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
      () => Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
      () => Buffer.concat([bytes.subarray(0, from), Buffer.from(evil()), bytes.subarray(from)]),
    ])()
  }

  const lead = (): [string, unknown][] => [
    ['formType', often(0.8) ? 'contact' : evilLine()],
    ...Object.entries({ name: 'Ada', email: 'ada@mail.example', brandName: 'B', message: `Hello ${number}` }),
  ]
  const application = (): [string, unknown][] =>
    Object.entries({
      ...{ name: 'Ada', email: 'ada@mail.example', phone: '1', location: 'Oslo', coverLetter: `${number}` },
      ...{ jobTitle: 'Analyst', jobDepartment: 'Data' },
    })
  /** Fields that no page sends so. */
  const twist = (fields: [string, unknown][]): [string, unknown][] => {
    const strange = (): unknown => pick([evil(), number, null, true, [], {}, [evil()], { $gt: '' }, -0, 1e308])
    if (often(0.4)) fields.splice(below(fields.length), 1, [pick(fields)[0], strange()])
    if (often(0.2)) fields.push([evilLine(), strange()])
    if (often(0.1))
      fields.push([pick(['__proto__', 'constructor', 'toString', '_subject', 'idempotencyKey']), strange()])
    if (often(0.1)) fields.splice(below(fields.length), 1)
    if (often(0.05)) for (let more = below(10_000); more > 0; more--) fields.push([pick(['message', `f${more}`]), 'x'])
    return fields
  }
  const text = (value: unknown): string => (typeof value === 'string' ? value : String(JSON.stringify(value)))

  const json = () => {
    const fields = twist(lead()).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const depth = below(50_000)
    const deep = pick([
      ['[', ']'],
      ['{"a":', '}'],
    ] as const).map((half) => half.repeat(depth))
    if (often(0.05)) fields.push(`"message":${deep[0]}1${deep[1]}`)
    return { type: 'application/json', body: `{${fields.join()}}` }
  }
  const urlencoded = () => ({
    type: 'application/x-www-form-urlencoded',
    body: twist(lead())
      .map(
        ([name, value]) =>
          `${encodeURIComponent(wellFormed(name))}=${often(0.9) ? encodeURIComponent(wellFormed(text(value))) : text(value)}`,
      )
      .join('&'),
  })
  const multipart = (fields: [string, unknown][], files: number) => {
    const boundary = often(0.9) ? '----x' : pick(["'()+_,-./:=?", 'a'.repeat(70), 'a'.repeat(5000), ' ', '"', '--', ''])
    const part = (disposition: string, content: Buffer): Buffer[] => [
      Buffer.from(`--${often(0.99) ? boundary : evilLine()}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
      Buffer.from(often(0.1) ? `Content-Type: text/plain; charset=${pick(CHARSETS)}\r\n` : ''),
      Buffer.from(often(0.05) ? `X-${evilLine()}\r\n`.repeat(below(300)) : ''),
      ...[Buffer.from('\r\n'), content, Buffer.from(often(0.99) ? '\r\n' : '')],
    ]
    const parts = twist(fields).flatMap(([name, value]) => part(`name="${name}"`, Buffer.from(text(value))))
    const many = often(0.03)
    for (let more = many ? below(300) : files; more > 0; more--) {
      const name = often(0.5) ? `cv.${pick(['pdf', 'doc', 'docx'])}` : evilLine()
      const content = pick(many || often(0.9) ? small : documents)
      const label = often(0.1) ? `filename*=UTF-8''${encodeURIComponent(wellFormed(name))}` : `filename="${name}"`
      parts.push(
        ...part(`name="${often(0.9) ? 'resume' : evilLine()}"; ${label}`, often(0.5) ? damage(content) : content),
      )
    }
    return {
      type: `multipart/form-data; boundary=${often(0.9) ? boundary : pick(['', 'other', `"${boundary}"`, evilLine()])}`,
      body: Buffer.concat([...parts, Buffer.from(often(0.95) ? `--${boundary}--\r\n` : '')]),
    }
  }

  const html = often(0.2)
  const key = often(0.7) ? (often(0.2) ? `shared-${below(SHARED_KEYS)}` : `hostile-${number}`) : undefined
  const methods = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD', 'TRACE', 'BREW', 'post', 'CONNECT', evilLine()]
  const method = often(0.95) ? 'POST' : pick(methods)

  const request = (): Buffer => {
    const applies = often(0.5)
    const made = pick<() => { type: string; body: string | Buffer }>(
      applies
        ? [() => multipart(application(), 1)]
        : [json, json, urlencoded, () => multipart(lead(), often(0.1) ? 1 : 0)],
    )()
    const whole = Buffer.from(made.body as string)
    const body = often(0.3) ? damage(whole) : whole
    const path = often(0.97)
      ? applies
        ? RESUMES
        : LEADS
      : pick(['/', '*', '//', 'http://[', '/attachments/../x', '/thanks/%', `/thanks/${evilLine()}`])
    const type = often(0.95)
      ? made.type
      : pick([`${made.type}; charset=${pick(CHARSETS)}`, 'text/plain', '///', evilLine()])
    const headers: [string, string][] = [
      ['Content-Type', type],
      ['Accept', html ? 'text/html' : pick(['application/json', '*/*', 'application/json, */*;q=0.1'])],
    ]
    if (often(0.99)) headers.unshift(['Host', often(0.98) ? 'relay.test' : evilLine()])
    if (key !== undefined) headers.push(['Idempotency-Key', key])
    if (often(0.15)) headers.push([pick(NAMES), pick([evilLine(), 'gzip', '100-continue', 'close', 'null', '1'])])
    if (often(0.02))
      for (let more = below(400); more > 0; more--) headers.push([`X-${more}`, evilLine().slice(0, below(400))])
    const length = often(0.93)
      ? String(body.length)
      : pick([
          '0',
          '-1',
          'x',
          '1e3',
          String(body.length + 1 + below(1000)),
          String(below(body.length + 1)),
          '99999999999999999999',
          '1, 2',
        ])
    const chunked = often(0.15)
    if (chunked)
      headers.push(['Transfer-Encoding', often(0.9) ? 'chunked' : pick(['gzip', 'chunked, chunked', 'identity'])])
    if (!chunked || often(0.05)) if (often(0.98)) headers.push(['Content-Length', length])
    const lines = headers.map(([name, value]) => `${name}: ${value}`).join(often(0.99) ? '\r\n' : '\n')
    const head = `${method} ${path} HTTP/${often(0.99) ? '1.1' : pick(['1.0', '0.9', '2.0', '9'])}\r\n${lines}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), chunked ? toChunks(body) : body])
  }
  const toChunks = (body: Buffer): Buffer => {
    const chunks: Buffer[] = []
    for (let at = 0; at < body.length; ) {
      const length = 1 + below(1 + pick([10, 1000, 100_000, body.length]))
      const chunk = body.subarray(at, at + length)
      const size = often(0.999) ? chunk.length.toString(16) : pick(['-1', 'x', '', 'fffffffff', '0', evilLine()])
      chunks.push(Buffer.from(`${size}${often(0.99) ? '' : `;${evilLine()}`}\r\n`), chunk, Buffer.from('\r\n'))
      at += length
      if (chunks.length > 3000)
        return Buffer.concat([...chunks, Buffer.from(`${body.length - at}\r\n`), body.subarray(at)])
    }
    return Buffer.concat([...chunks, Buffer.from(pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\nX: y\r\n\r\n', '0\r\n']))])
  }

  const answers = often(0.05) ? 2 + below(4) : 1
  let bytes = Buffer.concat(Array.from({ length: answers }, request))
  if (often(0.03)) bytes = damage(bytes) as Buffer<ArrayBuffer>
  const end = often(0.85) ? 'wait' : pick(['half-close', 'cut', 'wait'] as const)
  if (end !== 'wait' || often(0.02)) bytes = bytes.subarray(0, below(bytes.length + 1))
  const cuts = often(0.2)
    ? Array.from({ length: below(6) }, () => below(bytes.length)).sort((one, other) => one - other)
    : []
  const pieces = [...cuts, bytes.length].map((to, index) => bytes.subarray(index === 0 ? 0 : cuts[index - 1], to))
  return { pieces, pause: below(30), end, answers, html, bodyless: method === 'HEAD', key }
}

const EVIL = [
  ...[
    '../../../etc/passwd',
    'C:\\x\\y.pdf',
    'a\r\nBcc: evil@x.example\r\n\r\n',
    'a\nb',
    '"; filename="x.exe"',
    '%0d%0a',
    '\0',
  ],
  ...[
    'x\r\nContent-Length: 5',
    '\x7f\x80\xff',
    '=?utf-8?q?a?=',
    'CON',
    '.',
    '..',
    '',
    ' ',
    '<a href=x>',
    '\u202efdp.exe',
  ],
]
const CHARSETS = ['klingon', 'utf-16', 'utf-7', 'latin1', 'UTF-8', '', '"', 'x'.repeat(300)]
const NAMES = [
  ...[
    'Content-Encoding',
    'Expect',
    'Upgrade',
    'Connection',
    'Origin',
    'Referer',
    'X-Forwarded-For',
    'Host',
    'TE',
    'Trailer',
  ],
  ...['Content-Length', 'Idempotency-Key', 'Accept', 'Authorization', 'Cookie', 'Transfer-Encoding', '', 'X Y', '\0'],
]

function wellFormed(value: string): string {
  return Buffer.from(value).toString()
}
