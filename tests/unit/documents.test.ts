import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listUnrecordedAddresses } from '../../cli/content/published.ts'
import { smallPdf } from '../small-pdf.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const ARTICLE = 'blog/ceilings-for-ads.md'
const rates = smallPdf('Rates')
/** Returns a minimal ZIP archive that contains this file name. */
const archive = (file: string) => Buffer.from(`PK\x03\x04${file}PK\x05\x06${'\0'.repeat(18)}`)

/** Adds `files` and `rates.pdf` as downloads, appends the texts in `more` to content files, and checks the content. */
function check(files: Record<string, string | Buffer>, more: Record<string, string> = {}) {
  return harbor.check((content) => {
    mkdirSync(path.join(content, 'files', 'old'), { recursive: true })
    for (const [name, data] of Object.entries({ 'rates.pdf': rates, ...files }))
      writeFileSync(path.join(content, 'files', name), data)
    for (const [file, text] of Object.entries(more)) {
      const before =
        file === 'redirects.yaml' || file === 'published.yaml' ? '' : readFileSync(path.join(content, file), 'utf8')
      writeFileSync(path.join(content, file), before + text)
    }
  })
}
const button = (to: string) => ({
  'pages/contact.yaml': `\n  - type: floating\n    action: { label: Our rates, to: ${to} }\n`,
})

describe('a download', () => {
  it('is published at an address that contains its file name, even if nothing links to it', async () => {
    const files = {
      'plan.docx': archive('word/document.xml'),
      'plan.xlsx': archive('xl/workbook.xml'),
      'logos.zip': archive(''),
    }
    const { content, problems } = await check(files)
    expect(problems).toEqual([])
    expect(content?.documents.map(({ url }) => url)).toEqual(
      ['logos.zip', 'plan.docx', 'plan.xlsx', 'rates.pdf'].map((name) => `/files/${name}`),
    )
  })

  it('can be linked from Markdown and fields, and links in Markdown show its type and size', async () => {
    const text =
      '\n[Our rates](../files/rates.pdf#page=1), [the **PDF**](/files/rates.pdf "Rates"), [all](/contact), [more](files/rates.pdf)\n'
    const { content, problems } = await check({}, { [ARTICLE]: text, ...button('/files/rates.pdf') })
    expect(problems).toEqual([])
    const size = '1\u00A0kB'
    expect(content?.articles.map(({ html }) => html).join('')).toContain(
      `<a href="/files/rates.pdf#page=1">Our rates (PDF, ${size})</a>, <a href="/files/rates.pdf" title="Rates">the <strong>PDF</strong> (${size})</a>, <a href="/contact">all</a>, <a href="/files/rates.pdf">more (PDF, ${size})</a>`,
    )
  })

  it('is reported at every link to it, with a suggestion, if it is missing', async () => {
    const dead = { rule: 'link/dead', message: expect.stringMatching(/^there is no file \/files\/r/i) }
    const { problems } = await check(
      {},
      { [ARTICLE]: '\n[Rates](../files/Rates.pdf) [Rats](/files/rats.pdf)\n', ...button('/files/rattes.pdf') },
    )
    expect(problems).toMatchObject(Array(3).fill({ ...dead, help: 'Did you mean rates.pdf?' }))
    expect(await harbor.fix(ARTICLE)).toContain('[Rates](../files/rates.pdf) [Rats](/files/rates.pdf)')
    expect((await harbor.load()).problems).toEqual([])
    expect((await check({}, button('/files/prices.zip'))).problems).toMatchObject([
      { ...dead, message: expect.stringContaining('prices.zip'), help: expect.stringContaining('Put it into') },
    ])
  })

  it('is rejected if it is damaged or has an invalid type or name, and causes a warning if it is large', async () => {
    const { problems } = await check({
      README: 'Rates',
      'Rate Card 2.PDF': rates,
      'archive.zip': rates,
      'cut.pdf': rates.subarray(0, 300),
      'drawing.svg': '<svg/>',
      'empty.pdf': '',
      'large.pdf': Buffer.concat([rates, Buffer.alloc(5_000_001), rates]),
      'letter.docx': archive('xl/workbook.xml'),
      'old/rates.pdf': rates,
      'page.html': '<h1>Rates</h1>',
      'setup.exe': 'MZ',
    })
    const found = problems.map(({ rule, severity, file, help }) => [
      path.relative('harbor/files', file),
      rule,
      severity,
      help,
    ])
    const saved = 'Save or export it again, and copy the whole file.'
    const belong =
      'Only .pdf, .docx, .xlsx, .pptx, .zip, .mp4, .webm files are published here; images belong in harbor/images.'
    expect(found).toEqual([
      ['README', 'file/unplaced', 'error', belong],
      ['Rate Card 2.PDF', 'file/name', 'error', 'Use lower-case letters, digits and single dashes: rate-card-2.pdf.'],
      ['archive.zip', 'document/unreadable', 'error', saved],
      ['cut.pdf', 'document/unreadable', 'error', saved],
      ['drawing.svg', 'file/unplaced', 'error', belong],
      ['empty.pdf', 'document/unreadable', 'error', saved],
      ['large.pdf', 'document/large', 'warning', 'Export it with smaller images, or split it into parts.'],
      ['letter.docx', 'document/unreadable', 'error', saved],
      ['old/rates.pdf', 'file/unplaced', 'error', 'Move the file to harbor/files.'],
      ['page.html', 'file/unplaced', 'error', belong],
      ['setup.exe', 'file/unplaced', 'error', belong],
    ])
  })
})

describe('the address of a download', () => {
  it('cannot be used by a page', async () => {
    const { problems } = await harbor.edit('pages/contact.yaml', /^path: .*/m, 'path: /files/contact')
    expect(problems).toContainEqual(expect.objectContaining({ rule: 'path/reserved' }))
  })

  it('can be redirected only if no file is published there', async () => {
    const redirected = await check(
      {},
      { 'redirects.yaml': '/files/prices.pdf: /files/rates.pdf\n', ...button('/files/prices.pdf') },
    )
    expect(redirected.problems).toMatchObject([
      { rule: 'link/moved', help: 'Link to its new address, /files/rates.pdf.' },
    ])
    const taken = await check({}, { 'redirects.yaml': '/files/rates.pdf: /contact\n' })
    expect(taken.problems).toMatchObject([{ rule: 'redirect/taken', message: expect.stringContaining('rates.pdf') }])
  })

  it('is recorded when the file is published, and reported when the file no longer exists', async () => {
    const { content } = await check({})
    expect(content && listUnrecordedAddresses('', content)).toContain('/files/rates.pdf')
    const { problems } = await check({}, { 'published.yaml': '- /files/prices.pdf\n- /files/rates.pdf\n' })
    expect(problems).toMatchObject([
      { rule: 'address/vanished', message: 'the file /files/prices.pdf was published but no longer exists' },
    ])
  })
})
