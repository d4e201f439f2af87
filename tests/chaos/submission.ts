import { createHash, randomBytes, randomUUID } from 'node:crypto'

export const LEADS = '/functions/v1/send-form-submission'
export const RESUMES = '/functions/v1/submit-application'

/** A form submission like those from the site's pages. */
export interface Submission {
  path: string
  key: string
  headers: Record<string, string>
  body: Buffer
  /** Values that the relay must store. */
  values: Record<string, string>
  /** Checksum of the attached file, if any. */
  sha256: string | undefined
}

/** Creates a unique lead. */
export function createLead(): Submission {
  const key = randomUUID()
  const values = {
    name: `Åsa "Quote" O’Neill ${key.slice(0, 8)}`,
    email: `asa.${key}@brand.example`,
    brandName: `Brand ${key.slice(-6)}`,
    message: `We sell 40 products and lose money on ads.\n.\n..\nFrom here on: ${key}. 名前 🧡\n${key.repeat(8)}`,
  }
  const body = Buffer.from(JSON.stringify({ formType: 'contact', ...values }))
  const headers = { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key }
  return { path: LEADS, key, headers, body, values, sha256: undefined }
}

/** Creates a unique PDF document of `size` bytes. */
export function createDocument(size: number): Buffer {
  const [head, tail] = ['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n', '\ntrailer<</Root 1 0 R>>\n%%EOF\n'].map((text) =>
    Buffer.from(text),
  ) as [Buffer, Buffer]
  return Buffer.concat([head, randomBytes(Math.max(0, size - head.length - tail.length)), tail])
}

/** Creates a unique job application with the document attached. */
export function createApplication(document: Buffer): Submission {
  const key = randomUUID()
  const values = {
    name: `Ben Ångström ${key.slice(0, 8)}`,
    email: `ben.${key}@home.example`,
    phone: '+1 212 555 0142',
    location: 'Ljubljana',
    coverLetter: `I measure before I change.\n${key}`,
    jobTitle: 'Analyst',
    jobDepartment: 'Advertising',
  }
  const boundary = `----bench${key}`
  const texts = Object.entries(values).map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="cv ${key}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  return {
    path: RESUMES,
    key,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      accept: 'application/json',
      'idempotency-key': key,
    },
    body: Buffer.concat([Buffer.from(texts.join('') + file), document, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    values,
    sha256: createHash('sha256').update(document).digest('hex'),
  }
}
