import { describe, expect, test } from 'vitest'
import { en } from '../../relay/translations/en.ts'
import { archive, doc, encrypted, encryptedPdf, exe, office, pdf } from './documents.ts'
import { hostileDocs } from './hostile-docs.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { field, multipart, rawPost, rawRequest } from './raw-request.ts'
import { createSiteForms } from './site-forms.ts'

const MB = 1024 * 1024
const { forms } = createSiteForms()
const JOB = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '555 0100',
  location: 'Oslo',
  coverLetter: 'My letter',
  jobTitle: 'Analyst',
  jobDepartment: 'Data',
}
const RESUME = {
  name: 'Ada',
  email: 'ada@mail.example',
  phone: '555 0100',
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
    ['type', 'a program named cv.pdf', exe(), 'cv.pdf'],
    ['type', 'a ZIP archive named cv.pdf', archive({ a: 'b' }), 'cv.pdf'],
    ['type', 'a PDF named cv.docx', pdf(), 'cv.docx'],
    ['macros', 'a .docm file named cv.docx', office('docm'), 'cv.docx'],
    ['macros', 'a template with macros named cv.docx', office('dotm'), 'cv.docx'],
    ['type', 'a template named cv.docx', office('dotx'), 'cv.docx'],
    ['type', 'a workbook named cv.docx', office('xlsx'), 'cv.docx'],
    ['macros', 'a .docx file that contains macros', office('docx', { 'word/vbaProject.bin': 'macro' }), 'cv.docx'],
    ['password', 'an encrypted .docx file', encrypted(office('docx')), 'cv.docx'],
    ['password', 'an encrypted .docx file in an OLE container', doc({ stream: 'EncryptedPackage' }), 'cv.docx'],
    ['password', 'an encrypted .docx file named cv.doc', doc({ stream: 'EncryptedPackage' }), 'cv.doc'],
    ['type', 'a .doc file named cv.docx', doc(), 'cv.docx'],
    ['damaged', 'a truncated .docx file', office('docx').subarray(0, 300), 'cv.docx'],
    ['type', 'a ZIP archive without content types named cv.docx', archive({ 'word/document.xml': '<w/>' }), 'cv.docx'],
    ['type', 'a workbook named cv.doc', doc({ stream: 'Workbook' }), 'cv.doc'],
    [
      'type',
      'a workbook that contains a Word document, named cv.doc',
      doc({ stream: 'ObjectPool/WordDocument' }),
      'cv.doc',
    ],
    ['macros', 'a .doc file with macros', doc({ macros: true }), 'cv.doc'],
    ['password', 'an encrypted .doc file', doc({ encrypted: true }), 'cv.doc'],
    ['damaged', 'a truncated OLE container', doc().subarray(0, 700), 'cv.doc'],
    ['embedded', 'a .doc file with an embedded program', doc({ package: true }), 'cv.doc'],
    ['damaged', 'a five-byte PDF', Buffer.from('%PDF-'), 'cv.pdf'],
    ['damaged', 'a truncated PDF', pdf(8000).subarray(0, 7000), 'cv.pdf'],
    ['type', 'plain text named cv.pdf', Buffer.from('hello'), 'cv.pdf'],
    ['password', 'a PDF with a password', encryptedPdf('user-aes-256-r6'), 'cv.pdf'],
  ] as const)(
    'the reason "%s" is given for %s, and no temporary files are left',
    async (reason, _name, bytes, name) => {
      const fixture = await createHttpFixture()
      const { status, code, json } = await readResponse(
        await fixture.post(APPLY, job(file(bytes as Buffer<ArrayBuffer>, name, 'application/pdf'))),
      )
      expect([status, code]).toEqual([422, 'validation'])
      const detail = en.fileProblems[reason]('PDF, DOC, or DOCX')
      expect(json.errors).toEqual([{ field: 'resume', code: 'invalid', detail }])
      expect(await fixture.names('queue')).toEqual([])
      await fixture.emptyTmp()
    },
  )

  test('an empty file is refused', async () => {
    const fixture = await createHttpFixture()
    const { json } = await readResponse(await fixture.post(APPLY, job(file(Buffer.alloc(0), 'cv.pdf'))))
    expect(json.errors).toEqual([{ field: 'resume', code: 'invalid', detail: en.fileEmpty }])
  })

  test.each(Object.entries(hostileDocs))('%s is refused', async (_name, bytes) => {
    const fixture = await createHttpFixture()
    const { status, json } = await readResponse(await fixture.post(APPLY, job(file(bytes, 'cv.doc'))))
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ field: 'resume', code: 'invalid' }])
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
