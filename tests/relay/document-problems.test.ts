import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DocumentProblem } from '../../relay/intake/documents/document-problem.ts'
import { documentTypes } from '../../relay/intake/documents/document-types.ts'
import { archive, doc, encryptedPdf, office, parts, pdf, repeatEntries } from './documents.ts'

const MB = 1024 * 1024
type Expected = DocumentProblem | undefined

/** @param onRead called for each read of the file */
function check(extension: keyof typeof documentTypes, bytes: Buffer, onRead = () => {}) {
  const read = async (position: number, length: number) => {
    onRead()
    return bytes.subarray(position, position + length)
  }
  return documentTypes[extension].findProblem({ size: bytes.length, read, close: async () => {} })
}

describe('a Word document', () => {
  const rels = (kind: string, target: string, more = '') => ({
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="a>b" ${more} Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`,
  })
  const external = 'TargetMode="External"'
  const template = (target: string) => rels('attachedTemplate', target, external)
  const text = (xml: string) => ({ 'word/document.xml': `<w:document>${xml}</w:document>` })
  const begin = '<w:fldChar w:fldCharType="begin"/>'
  const end = '<w:fldChar w:fldCharType="end"/>'
  const dde = '<w:fldSimple w:instr="DDE c"/>'
  const types = (more: string) => ({
    '[Content_Types].xml': parts('docx')['[Content_Types].xml']?.replace('<Types>', `<Types>${more}`) ?? '',
  })

  test.each<[Expected, string, Record<string, string | Buffer>]>([
    [undefined, 'a link', rels('hyperlink', 'https://ada.example', external)],
    [undefined, 'a linked picture from the web', rels('image', 'https://ada.example/a.png', external)],
    [undefined, 'a template on a local disk', template('file:///C:\\Ada\\CV.dotx')],
    [
      undefined,
      'a template of Word for Mac',
      template('file:////Users/ada/Library/Group%20Containers/UBF8T346G9.Office/User%20Content.localized/CV.dotx'),
    ],
    [undefined, 'a linked picture on a Mac', rels('image', 'file:////Users/ada/Pictures/ada.png', external)],
    [undefined, 'a chart with an embedded workbook', rels('package', 'embeddings/Sheet1.xlsx')],
    [undefined, 'a page number', text(`${begin}<w:instrText> PAGE DDE </w:instrText>`)],
    [undefined, 'a byte order mark', { 'word/document.xml': '\ufeff<?xml version="1.0" encoding="UTF-8"?><w/>' }],
    ['external', 'a template from the web', template('https://evil.example/t.dotm')],
    ['external', 'a template from a file server', template('file:///\\\\evil\\t.dotm')],
    ['external', 'a template from a file server with four slashes', template('file:////evil/t.dotm')],
    ['external', 'a template from a server through a folder of a Mac', template('file:////Users/../evil/t.dotm')],
    ['external', 'an encoded path to a parent folder', template('file:////Users/%2E%2E/evil/t.dotm')],
    ['external', 'a picture from a file server', rels('image', '\\\\evil\\a.png', external)],
    ['external', 'an object from the web', rels('oleObject', 'https://evil.example/o', external)],
    ['external', 'a package from the web', rels('package', 'https://evil.example/a.xlsx', external)],
    ['embedded', 'an embedded object', rels('oleObject', 'embeddings/oleObject1.bin')],
    ['embedded', 'an embedded program', rels('package', 'embeddings/run.exe')],
    ['embedded', 'an HTML page that Word imports', rels('aFChunk', '/word/afchunk.mht')],
    ['embedded', 'an object with an obfuscated type', rels('ole&#79;bject', 'embeddings/x', `x=" Type='hyperlink'"`)],
    ['damaged', 'two types of one relationship', rels('oleObject', 'embeddings/x', 'a:Type="hyperlink"')],
    ['external', 'a DDE field', text('<w:fldSimple w:instr=" DDEAUTO c:\\\\cmd.exe "/>')],
    [
      'external',
      'a split DDE field',
      text(`${begin}<w:instrText>D<!-- --></w:instrText><w:instrText>DE c</w:instrText>`),
    ],
    ['external', 'a DDE field in CDATA', text(`${begin}<w:instrText><![CDATA[DD]]>E c</w:instrText>`)],
    [
      'external',
      'a DDE field after a field',
      text(`${begin}${begin}<w:instrText>SET x</w:instrText>${end}<w:instrText>DDE c</w:instrText>`),
    ],
    ['external', 'a DDE field in a header', { 'word/header1.xml': `<x:fldSimple x:instr='&#68;DE c'/>` }],
    [
      'external',
      'a DDE field in a part outside of the usual folder',
      {
        ...types(
          '<Override PartName="/other/Head.bin" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/>',
        ),
        'other/head.bin': dde,
      },
    ],
    ['damaged', 'text in UTF-16', { 'word/document.xml': Buffer.from(`\ufeff${dde}`, 'utf16le') }],
    ['damaged', 'text in another encoding', { 'word/document.xml': `<?xml version="1.0" encoding="UTF-7"?>${dde}` }],
    ['damaged', 'bytes that are not UTF-8', { 'word/document.xml': Buffer.from('<w>\xff</w>', 'latin1') }],
    ['damaged', 'a custom entity', { 'word/document.xml': '<!DOCTYPE x><w:document/>' }],
    ['damaged', 'malformed XML', { 'word/document.xml': '<w:document><w:p></w:document>' }],
    [
      'macros',
      'a content type of macros',
      {
        ...types('<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'),
        'word/a.bin': 'x',
      },
    ],
    ['complex', 'more than 8 MB of XML', text('<w:p/>'.repeat(1.5 * MB))],
    [
      'complex',
      '300 headers',
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`word/header${at}.xml`, '<x/>'])),
    ],
  ])('has the problem %s if it contains %s', async (problem, _name, more) => {
    expect(await check('docx', office('docx', more))).toBe(problem)
  })

  test('is damaged without its main part', async () => {
    const { 'word/document.xml': _text, ...others } = parts('docx')
    expect(await check('docx', archive(others))).toBe('damaged')
  })

  test.each<[string, Expected, number, number]>([
    ['1,990 entries is accepted', undefined, 1_990, 0],
    ['19,990 entries is refused', 'complex', 19_990, 0],
    ['1,000 entries that have 5 KB comments is refused', 'complex', 1_000, 5_000],
  ])('with %s after only a few reads', async (_name, problem, copies, comment) => {
    const bytes = repeatEntries(archive({ 'word/media/image1.png': 'x', ...parts('docx') }), copies, comment)
    let reads = 0
    expect(await check('docx', bytes, () => void reads++)).toBe(problem)
    expect(reads).toBeLessThan(30)
  })
})

describe('a PDF', () => {
  const names = readdirSync(path.join(import.meta.dirname, 'pdfs')).map((name) => path.parse(name).name)
  const withLiterals = (file: Buffer) =>
    Buffer.from(
      file.toString('latin1').replace(/\/([OU]) <(\w+)>/g, (_, key, digits) => {
        const bytes = [...Buffer.from(digits, 'hex')]
        const toLiteral = (byte: number, at: number) =>
          at % 2 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte).replace(/[()\\\r\n]/, '\\$&')
        return `/${key} (${bytes.map(toLiteral).join('').replaceAll('\\\r', '\\r').replaceAll('\\\n', '\\n')})`
      }),
      'latin1',
    )

  test.each(names)(
    'with the encryption %s has the problem "password" only if a reader must enter one',
    async (name) => {
      const expected = name.startsWith('user') ? 'password' : undefined
      const file = encryptedPdf(name)
      expect(await check('pdf', file)).toBe(expected)
      expect(await check('pdf', withLiterals(file))).toBe(expected)
    },
  )

  test('encrypted for a certificate has the problem "password"', async () => {
    const encryption = '9 0 obj <</Filter/Adobe.PubSec/V 4>> endobj\n'
    const file = pdf().toString('latin1').replace('trailer<<', `${encryption}trailer<</Encrypt 9 0 R`)
    expect(await check('pdf', Buffer.from(file, 'latin1'))).toBe('password')
  })

  test('that only mentions an encryption dictionary is accepted', async () => {
    const file = pdf()
      .toString('latin1')
      .replace('trailer', '8 0 obj (/Encrypt 9 0 R) endobj 9 0 obj [] endobj\ntrailer')
    expect(await check('pdf', Buffer.from(file, 'latin1'))).toBeUndefined()
  })
})

describe('a document followed by 100 kB of zeros', () => {
  test.each([
    ['pdf', pdf()],
    ['pdf', encryptedPdf('owner-aes-256-r6')],
    ['doc', doc()],
    ['docx', office('docx')],
  ] as const)('is accepted as %s', async (extension, bytes) => {
    expect(await check(extension, Buffer.concat([bytes, Buffer.alloc(100_000)]))).toBeUndefined()
  })
})
