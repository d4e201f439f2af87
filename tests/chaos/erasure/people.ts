import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { smallPdf } from '../../small-pdf.ts'
import { RESUMES } from '../submission.ts'

/** States of submissions before the erasure. `local`: in the local backlog of a relay with a database. */
export type State = 'delivered' | 'queued' | 'dead' | 'held' | 'corrupt' | 'local'

export interface PersonSubmission {
  email: string
  state: State
  /** Personal data that must not be found after the erasure. */
  secrets: string[]
  form: FormData
}

const emailOf = (person: number): string => `Person-${person}@Home-${person}.example`

/** Creates submissions with a file each, spread evenly over people and states. Each person has all states. */
export function createSubmissions(count: number, people: number, states: readonly State[]): PersonSubmission[] {
  return Array.from({ length: count }, (_, index) => {
    const person = index % people
    const state = states[Math.floor(index / people) % states.length] ?? 'delivered'
    const token = `${person}x${index}x`
    const email = emailOf(person)
    const texts = { name: `Åsa-${token}`, location: `Street-${token}`, coverLetter: `Letter-${token} state=${state}` }
    const form = new FormData()
    for (const [name, text] of Object.entries({ ...texts, phone: '+1 212 555 0142', email })) form.append(name, text)
    for (const [name, text] of Object.entries({ jobTitle: 'Analyst', jobDepartment: 'Advertising' }))
      form.append(name, text)
    if (state === 'held') form.append('_subject', 'x')
    const file = new File([new Uint8Array(smallPdf(`Document-${token}`))], `cv-${token}.pdf`, {
      type: 'application/pdf',
    })
    form.append('resume', file)
    const secrets = [email, `sa-${token}`, `Street-${token}`, `Letter-${token}`, `Document-${token}`, `cv-${token}`]
    return { email, state, secrets, form }
  })
}

/** Sends submissions one after another. @throws if the relay does not accept one */
export async function sendAll(address: string, submissions: readonly PersonSubmission[]): Promise<void> {
  for (const { form } of submissions) {
    const response = await fetch(address + RESUMES, { method: 'POST', body: form })
    const text = await response.text()
    if (response.status !== 202) throw new Error(`The relay answered ${response.status}: ${text}`)
  }
}

/** Starts a webhook receiver that delays or refuses submissions according to their state. */
export async function startReceiver() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const [, state] = /state=(\w+)/.exec(body) ?? []
    response.writeHead(state === 'dead' ? 410 : state === 'queued' ? 503 : 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
