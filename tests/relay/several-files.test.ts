import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPlaceholderValues } from '../../relay/targets/placeholders.ts'
import { createSubmissionRecord } from '../../relay/targets/record.ts'
import { en } from '../../relay/translations/en.ts'
import { anyFieldSchema } from '../../src/forms/contract.ts'
import { exe } from './documents.ts'
import { createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'

const TOO_LARGE = 'Send at most three photos, together up to 1 MB'
const WRONG_TYPE = 'Send photos as JPG or PNG'

/** The site's forms, of which the contact form accepts three photos. */
function createForms() {
  const site = createSiteForms()
  const photos = anyFieldSchema.parse({
    ...{ kind: 'file', name: 'photos', label: 'Photos', extensions: ['jpg', 'png'], maxMegabytes: 1, multiple: 3 },
    ...{ tooLarge: { text: TOO_LARGE }, messages: { invalid: WRONG_TYPE } },
  })
  site.forms.contact?.groups[0]?.fields.push(photos)
  return site
}

const answers = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const photo = readFileSync(path.join(import.meta.dirname, 'uploads', 'jpg', 'java.jpg'))
const picture = readFileSync(path.join(import.meta.dirname, 'uploads', 'png', 'java.png'))
const file = (name: string, bytes: Buffer<ArrayBuffer> = photo) => new File([bytes], name)
const withPhotos = (...files: File[]) => {
  const form = toForm(answers)
  for (const one of files) form.append('photos', one)
  return form
}
const start = (env = {}) => createHttpFixture({ forms: createForms(), env })

test('several files of a field are accepted, and receivers get all of them in the order of the form', async () => {
  const forms = createForms()
  const fixture = await createHttpFixture({ forms, env: { RELAY_INBOX: 'true' } })
  // Browsers on iPhones may send no media type.
  const sent = withPhotos(file('one.JPEG'), file('two.png', picture), file('one.JPEG'))
  const { status, json } = await readResponse(await fixture.post(SUBMIT, sent))
  expect(status).toBe(202)
  const envelope = (await fixture.store.read(json.id))?.envelope
  if (!envelope) throw new Error('the submission is missing')
  expect(envelope.attachments.map(({ field, name, type, size }) => [field, name, type, size])).toEqual([
    ['photos', 'one.JPEG', 'image/jpeg', photo.length],
    ['photos', 'two.png', 'image/png', picture.length],
    ['photos', 'one.JPEG', 'image/jpeg', photo.length],
  ])
  expect(createSubmissionRecord(envelope, forms).attachments).toHaveLength(3)
  const placeholders = createPlaceholderValues(envelope, forms)
  expect(placeholders.get('photos')).toBe('one.JPEG\ntwo.png\none.JPEG')
  expect(String(placeholders.get('_answers')).match(/Photos: /g)).toHaveLength(3)
  const inbox = await (await fetch(`${fixture.address}/inbox`)).text()
  const links = [...inbox.matchAll(/href="([^"]+)">(?:one\.JPEG|two\.png)</g)].map(([, href]) => href)
  const contents = await Promise.all(links.map(async (link) => (await fetch(fixture.address + link)).arrayBuffer()))
  expect(contents.map((content) => content.byteLength)).toEqual([photo.length, picture.length, photo.length])
})

test('a form with an optional file field is accepted without a file, as a form and as JSON', async () => {
  const fixture = await start()
  expect((await fixture.post(SUBMIT, withPhotos())).status).toBe(202)
  expect((await fixture.post(SUBMIT, withPhotos(file('', Buffer.alloc(0))))).status).toBe(202)
  expect((await fixture.postJson(answers)).status).toBe(202)
})

test('each problem names its file if there are several, with and without JavaScript', async () => {
  const fixture = await start()
  const type = en.fileProblems.type('JPG or PNG')
  const detail = `two.jpg: ${type} three.gif: ${WRONG_TYPE}`
  const sent = () => withPhotos(file('one.jpg'), file('two.jpg', exe()), file('three.gif'))
  const { status, json } = await readResponse(await fixture.post(SUBMIT, sent()))
  expect([status, json.errors]).toEqual([422, [{ field: 'photos', code: 'invalid', detail }]])
  const page = await readResponse(await fixture.post(SUBMIT, sent(), HTML))
  expect(page.status).toBe(422)
  expect(page.text).toContain(detail)
  expect(page.text).toContain('value="ada@mail.example"')
  expect(page.text).toMatch(/<input[^>]* multiple=""/)
  const one = await readResponse(await fixture.post(SUBMIT, withPhotos(file('two.jpg', exe()))))
  expect(one.json.errors).toEqual([{ field: 'photos', code: 'invalid', detail: type }])
  expect(await fixture.names('queue')).toEqual([])
  await fixture.emptyTmp()
})

test.each([
  ['more than allowed', Array.from({ length: 4 }, (_, at) => file(`${at}.jpg`))],
  ['twice as many as allowed', Array.from({ length: 7 }, (_, at) => file(`${at}.jpg`))],
  ['together larger than allowed', [file('a.jpg', Buffer.alloc(600_000)), file('b.jpg', Buffer.alloc(600_000))]],
])('files that are %s are refused with the message of the form, and the answers are kept', async (_name, files) => {
  const fixture = await start()
  const { status, code, json } = await readResponse(await fixture.post(SUBMIT, withPhotos(...files)))
  expect([status, code]).toEqual([413, 'too-large'])
  expect(json.errors).toEqual([{ field: 'photos', code: 'too-large', detail: TOO_LARGE }])
  const page = await readResponse(await fixture.post(SUBMIT, withPhotos(...files), HTML))
  expect(page.status).toBe(413)
  expect(page.text).toContain(TOO_LARGE)
  expect(page.text).toContain('value="ada@mail.example"')
  expect(await fixture.names('queue')).toEqual([])
  await fixture.emptyTmp()
})
