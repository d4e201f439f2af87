import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../relay/intake/documents/document-types.ts'
import { archive, doc, encrypted, exe, office, parts, pdf, repeatEntries } from './documents.ts'
import { hostileDocs } from './hostile-docs.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { field, multipart, rawPost, rawRequest } from './raw-request.ts'
import { createSiteForms } from './site-forms.ts'

const MB = 1024 * 1024
const { forms } = createSiteForms()
const JOB = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '1',
  location: 'Oslo',
  coverLetter: 'My letter',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const RESUME = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '1',
  message: 'Hello',
  job_title: 'General Application',
  job_department: 'Various',
}

const file = (bytes: Buffer<ArrayBuffer>, name: string, type = '') => new File([bytes], name, { type })
const job = (resume: File) => toForm(JOB, { resume })
const fileFieldOf = (form: string) => {
  const found = forms[form]?.groups.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'file')
  if (found?.kind !== 'file') throw new Error('no file field')
  return found
}

describe('a file in an unknown field', () => {
  const pdfFile = () => file(pdf(), 'cv.pdf')
  test.each([
    ['next to the expected file', APPLY, () => toForm(JOB, { resume: pdfFile(), portfolio: pdfFile() }), 'portfolio'],
    ['instead of an optional file', APPLY, () => toForm(RESUME, { cv: pdfFile() }), 'cv'],
    [
      'in a form without files',
      SUBMIT,
      () =>
        toForm({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'x' }, { resume: pdfFile() }),
      'resume',
    ],
  ])('causes the whole request to be refused with 422: %s', async (_name, at, form, field) => {
    const fixture = await createHttpFixture()
    const { status, json } = await readResponse(await fixture.post(at, form()))
    expect(status).toBe(422)
    expect(json.errors).toEqual([{ field, code: 'unknown', detail: 'This form does not accept this file.' }])
    const page = await readResponse(await fixture.post(at, form(), HTML))
    expect([page.status, page.text.includes('This form does not accept this file.')]).toEqual([422, true])
    expect(page.text).toContain('value="ada@mail.example"')
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
  })
})

describe('file uploads', () => {
  test.each([
    ['a PDF', pdf(), 'cv.PDF', 'application/pdf'],
    [
      'a PDF preceded by bytes from an email program',
      Buffer.concat([Buffer.from('\r\nx-mailer\r\n'), pdf()]),
      'cv.pdf',
      'application/pdf',
    ],
    [
      'a Word document',
      office('docx'),
      'cv.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['an old Word document', doc(), 'cv.doc', 'application/msword'],
    ['an old Word document in the mini stream', doc({ size: 2000 }), 'cv.doc', 'application/msword'],
    ['an old Word document with DIFAT sectors', doc({ size: 8 * MB }), 'cv.doc', 'application/msword'],
  ])('%s is accepted, regardless of its declared media type', async (_name, bytes, name, type) => {
    const fixture = await createHttpFixture()
    const { status, json } = await readResponse(await fixture.post(APPLY, job(file(bytes, name, 'image/png'))))
    expect(status).toBe(202)
    expect((await fixture.store.read(json.id))?.envelope.attachments).toMatchObject([
      { name, type, size: bytes.length },
    ])
  })

  test('a Word document is accepted even if its content-type list comes after large images in the file', async () => {
    const fixture = await createHttpFixture()
    const noise = Array.from({ length: 300_000 }, (_, at) => ((at * 7919) % 104_729).toString(36)).join('')
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
    const late = archive({ 'word/media/image1.png': noise, 'word/document.xml': '<w/>', '[Content_Types].xml': types })
    expect((await fixture.post(APPLY, job(file(late, 'cv.docx')))).status).toBe(202)
  })

  test('double quotes in a file name, which browsers send as %22, become single quotes', async () => {
    const fixture = await createHttpFixture()
    const { json } = await readResponse(await fixture.post(APPLY, job(file(pdf(), 'CV "x".pdf'))))
    expect((await fixture.store.read(json.id))?.envelope.attachments[0]?.name).toBe("CV 'x'.pdf")
  })

  test('a form is accepted without a file if its file field is optional', async () => {
    const fixture = await createHttpFixture()
    // Browsers send an empty file input like this.
    const body = toForm(RESUME, { resume: file(Buffer.alloc(0), '') })
    expect((await fixture.post(APPLY, body)).status).toBe(202)
    expect((await fixture.post(APPLY, toForm(RESUME))).status).toBe(202)
    expect((await readResponse(await fixture.post(APPLY, toForm(JOB)))).json.errors).toEqual([
      { field: 'resume', code: 'required', detail: fileFieldOf('job-application').messages?.required },
    ])
  })
})

describe('file validation', () => {
  test.each([
    ['a program named cv.pdf', exe(), 'cv.pdf'],
    ['a ZIP archive named cv.pdf', archive({ a: 'b' }), 'cv.pdf'],
    ['a PDF named cv.docx', pdf(), 'cv.docx'],
    ['a .docm file named cv.docx', office('docm'), 'cv.docx'],
    ['a template with macros named cv.docx', office('dotm'), 'cv.docx'],
    ['a template named cv.docx', office('dotx'), 'cv.docx'],
    ['a workbook named cv.docx', office('xlsx'), 'cv.docx'],
    ['a .docx file that contains macros', office('docx', { 'word/vbaProject.bin': 'macro' }), 'cv.docx'],
    ['an encrypted .docx file', encrypted(office('docx')), 'cv.docx'],
    ['an encrypted .docx file in an OLE container', doc({ stream: 'EncryptedPackage' }), 'cv.docx'],
    ['a truncated .docx file', office('docx').subarray(0, 300), 'cv.docx'],
    ['a ZIP archive without content types named cv.docx', archive({ 'word/document.xml': '<w/>' }), 'cv.docx'],
    ['a workbook named cv.doc', doc({ stream: 'Workbook' }), 'cv.doc'],
    ['a workbook that contains a Word document, named cv.doc', doc({ stream: 'ObjectPool/WordDocument' }), 'cv.doc'],
    ['a .doc file with macros', doc({ macros: true }), 'cv.doc'],
    ['an encrypted .doc file', doc({ encrypted: true }), 'cv.doc'],
    ['a truncated OLE container', doc().subarray(0, 700), 'cv.doc'],
    ['a .doc file with an embedded program', doc({ package: true }), 'cv.doc'],
    ['a five-byte PDF', Buffer.from('%PDF-'), 'cv.pdf'],
    ['a truncated PDF', pdf(8000).subarray(0, 7000), 'cv.pdf'],
    ['plain text named cv.pdf', Buffer.from('hello'), 'cv.pdf'],
    ['an empty file', Buffer.alloc(0), 'cv.pdf'],
  ])('%s is refused without leaving temporary files', async (_name, bytes, name) => {
    const fixture = await createHttpFixture()
    const { status, code, json } = await readResponse(
      await fixture.post(APPLY, job(file(bytes as Buffer<ArrayBuffer>, name, 'application/pdf'))),
    )
    expect([status, code]).toEqual([422, 'validation'])
    expect(json.errors).toMatchObject([{ field: 'resume', code: 'invalid' }])
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
  })

  test.each([
    ['with 1,990 entries is accepted', 1_990, 0, true],
    ['with 19,990 entries is refused', 19_990, 0, false],
    ['with 1,000 entries that have 5 KB comments is refused', 1_000, 5_000, false],
  ])('a .docx file %s after only a few reads', async (_name, copies, comment, accepted) => {
    const bytes = repeatEntries(archive({ 'word/media/image1.png': 'x', ...parts('docx') }), copies, comment)
    let reads = 0
    const read = async (position: number, length: number): Promise<Buffer> => {
      reads++
      return bytes.subarray(position, position + length)
    }
    expect(await documentTypes.docx.holds({ size: bytes.length, read, close: async () => {} })).toBe(accepted)
    expect(reads).toBeLessThan(30)
  })

  test.each(Object.entries(hostileDocs))('%s is refused quickly and with little memory', async (_name, bytes) => {
    const fixture = await createHttpFixture()
    const before = process.memoryUsage.rss()
    const { status, json } = await readResponse(await fixture.post(APPLY, job(file(bytes, 'cv.doc'))))
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ field: 'resume', code: 'invalid' }])
    expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(200)
    await fixture.emptyTmp()
  })

  test.each(['cv.docm', 'cv.exe', 'cv', 'cv.pdf.exe', 'cv.pdf\u202eexe.'])(
    'the file name %j is refused with the error message defined in the form',
    async (name) => {
      const fixture = await createHttpFixture()
      const { status, json } = await readResponse(await fixture.post(APPLY, job(file(pdf(), name))))
      expect(status).toBe(422)
      expect(json.errors[0].detail).toBe(fileFieldOf('job-application').messages?.invalid)
      await fixture.emptyTmp()
    },
  )
})

describe('documentTypes.docx.holds', () => {
  const holds = (bytes: Buffer) =>
    documentTypes.docx.holds({
      ...{ size: bytes.length, close: async () => {} },
      read: async (position, length) => bytes.subarray(position, position + length),
    })
  const rels = (kind: string, target: string, more = '') => ({
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="a>b" ${more} Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`,
  })
  const external = 'TargetMode="External"'
  const text = (xml: string) => ({ 'word/document.xml': `<w:document>${xml}</w:document>` })
  const begin = '<w:fldChar w:fldCharType="begin"/>'

  test.each<[boolean, string, Record<string, string>]>([
    [true, 'a link', rels('hyperlink', 'https://ada.example', external)],
    [true, 'a linked picture from the web', rels('image', 'https://ada.example/a.png', external)],
    [true, 'a template on a local disk', rels('attachedTemplate', 'file:///C:\\Ada\\CV.dotx', external)],
    [true, 'a chart with an embedded workbook', rels('package', 'embeddings/Sheet1.xlsx')],
    [true, 'a page number', text(`${begin}<w:instrText> PAGE DDE </w:instrText>`)],
    [false, 'a template from the web', rels('attachedTemplate', 'https://evil.example/t.dotm', external)],
    [false, 'a template from a file server', rels('attachedTemplate', 'file:///\\\\evil\\t.dotm', external)],
    [false, 'a picture from a file server', rels('image', '\\\\evil\\a.png', external)],
    [false, 'an object from the web', rels('oleObject', 'https://evil.example/o', external)],
    [false, 'an embedded object', rels('oleObject', 'embeddings/oleObject1.bin')],
    [false, 'an embedded program', rels('package', 'embeddings/run.exe')],
    [false, 'an object with an obfuscated type', rels('ole&#79;bject', 'embeddings/x', `x=" Type='hyperlink'"`)],
    [false, 'a DDE field', text('<w:fldSimple w:instr=" DDEAUTO c:\\\\cmd.exe "/>')],
    [false, 'a split DDE field', text(`${begin}<w:instrText>D<!-- --></w:instrText><w:instrText>DE c</w:instrText>`)],
    [false, 'a DDE field in a header', { 'word/header1.xml': `<x:fldSimple x:instr='&#68;DE c'/>` }],
    [false, 'text in UTF-16', text('\0')],
    [false, 'a custom entity', { 'word/document.xml': '<!DOCTYPE x><w:document/>' }],
    [false, 'more than 8 MB of XML', text(' '.repeat(9 * MB))],
  ])('returns %s for a Word document with %s', async (accepted, _name, more) => {
    expect(await holds(office('docx', more))).toBe(accepted)
  })

  test('returns false for a Word document without its main part', async () => {
    const { 'word/document.xml': _text, ...others } = parts('docx')
    expect(await holds(archive(others))).toBe(false)
  })
})

describe('the file size limit', () => {
  test.each([
    ['job-application', JOB, 10 * MB],
    ['general-resume', RESUME, 5 * MB],
  ])(
    "allows a file of exactly that size in form %s, and rejects larger files with the form's message",
    async (form, answers, limit) => {
      const fixture = await createHttpFixture()
      const exact = await readResponse(
        await fixture.post(APPLY, toForm(answers, { resume: file(pdf(limit), 'cv.pdf') })),
      )
      expect(exact.status).toBe(202)
      expect((await fixture.store.read(exact.json.id))?.envelope.attachments[0]?.size).toBe(limit)

      for (const size of [limit + 1, limit + 3 * MB]) {
        const body = toForm(answers, { resume: file(pdf(size), 'cv.pdf') })
        const { status, code, json } = await readResponse(await fixture.post(APPLY, body))
        const detail = fileFieldOf(form).tooLarge.text
        expect([status, code, json.detail]).toEqual([413, 'too-large', detail])
        expect(json.errors).toEqual([{ field: 'resume', code: 'too-large', detail }])
      }
      expect(await fixture.names('queue')).toHaveLength(1)
      await fixture.emptyTmp()
    },
  )

  test('if exceeded, returns a 413 page that keeps the answers in browsers without JavaScript', async () => {
    const fixture = await createHttpFixture()
    const body = toForm(JOB, { resume: file(pdf(10 * MB + 1), 'cv.pdf') })
    const { status, text } = await readResponse(await fixture.post(APPLY, body, HTML))
    expect(status).toBe(413)
    expect(text).toContain(fileFieldOf('job-application').tooLarge.text)
    expect(text).toContain('My letter')
    expect(text).toContain('value="Analyst"')
    await fixture.emptyTmp()
  })
})

describe('an incomplete request body', () => {
  const resume = Buffer.concat([
    Buffer.from(
      'Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
    ),
    pdf(400_000),
  ])
  const parts = [...Object.entries(JOB).map(([name, value]) => field(name, value)), resume]
  const type = { 'content-type': 'multipart/form-data; boundary=B' }

  test('is refused if its final boundary is missing', async () => {
    const fixture = await createHttpFixture()
    const whole = multipart('B', parts)
    for (const body of [multipart('B', parts, ''), whole.subarray(0, 200_000), whole.subarray(0, 300)]) {
      const { status, text } = await rawRequest(
        fixture.address,
        (socket) => void socket.write(rawPost(APPLY, type, body)),
      )
      expect(status).toBe(400)
      expect(text).toContain('"code":"malformed"')
    }
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
  })

  test('leaves no files behind if the client disconnects', async () => {
    const fixture = await createHttpFixture()
    const whole = rawPost(APPLY, type, multipart('B', parts))
    await rawRequest(fixture.address, async (socket) => {
      socket.write(whole.subarray(0, 200_000))
      const { until } = await import('./until.ts')
      await until('the upload has begun', async () => (await fixture.names('tmp')).length === 1)
      socket.destroy()
    })
    await fixture.emptyTmp()
    expect(await fixture.names('queue')).toEqual([])
    expect((await fixture.post(APPLY, job(file(pdf(), 'cv.pdf')))).status).toBe(202)
  })
})
