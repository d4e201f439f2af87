import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createApplication, createDocument, createLead } from '../submission.ts'
import { traceDiskThread } from './disk-thread.ts'
import type { LifeReport } from './life-report.ts'
import { createRelayLife, createSpam, type RelayLife } from './relay-life.ts'
import { differenceOf, hash, outboxDifference } from './sent.ts'

const [, , folder = '', ...strace] = process.argv
const report: LifeReport = { broken: [], parked: [], left: [], ended: [], acknowledged: 0, refused: 0 }
const detach = await traceDiskThread(strace)
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    report.broken.push(`the process would have ended: ${(error as Error).message}`)
  })

const before = countHandles()
const life = await createRelayLife(folder, report.broken)
for (const part of [liveThrough, ({ end }: RelayLife) => end(), detach, check])
  await part(life).catch((error: Error) => report.broken.push(`the life broke off: ${error.message}`))
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)

async function liveThrough(life: RelayLife): Promise<void> {
  const { post, ask, pass, delivered, isIn, listPlace, records } = life
  await insistOnStart(life)
  const lead = await post(createLead(), [503])
  const application = await post(createApplication(createDocument(100_000)))
  const spam = await post(createSpam())
  await ask({ do: 'release', id: spam }, () => !isIn('spam', spam))
  const refused = await post(createLead(), [410])
  const unwanted = await post(createLead(), Array(50).fill(500))
  await delivered(lead, application, spam)
  await pass('dead letter', () => isIn('dead', refused))
  await ask({ do: 'retry', id: refused })
  await ask({ do: 'retry', id: lead })
  await ask({ do: 'drop', id: unwanted }, () => !isIn('queue', unwanted))
  await delivered(refused, lead)
  if ((records.get(lead)?.length ?? 0) < 2) report.broken.push('what was retried was not sent again')
  await download(life, application)
  const verified = (await ask({ do: 'verify' })) as { corrupt: string[] }
  if (verified.corrupt.length > 0) report.broken.push('verify found damage where there is none')
  await life.passDays(31)
  await pass('sweep', () => listPlace('done').length === 0)
  const waiting = await post(createLead(), [503, 503])
  await pass('first try', () => existsSync(`${life.outbox}/${waiting}.eml`))
  await life.stop()
  await insistOnStart(life)
  await delivered(waiting)
  report.acknowledged = life.sent.length
  report.refused = life.counts.refused
}

/** A supervisor starts it again when it ends. */
async function insistOnStart({ start }: RelayLife): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const message = await start()
    if (message === undefined) return
    report.ended.push(message)
  }
  throw new Error(`it would not start again: ${report.ended.at(-1)}`)
}

/** A receiver fetches the file of a webhook, and tries again when that fails. */
async function download(life: RelayLife, id: string): Promise<void> {
  const { url, sha256 } = life.records.get(id)?.[0]?.attachments[0] ?? {}
  const { pathname, search } = new URL(url ?? '')
  for (let time = 0; time < 3; time++) {
    const asked = get(life.address() + pathname + search, { agent: false })
    const got = await once(asked, 'response')
      .then(async ([answer]: IncomingMessage[]) => ({
        status: answer?.statusCode ?? 0,
        bytes: await buffer(answer as IncomingMessage),
      }))
      .catch(() => undefined)
    if (got?.status === 200 && hash(got.bytes) === sha256) return
    if (got && got.status < 500) report.broken.push(`a download was answered ${got.status}, ${got.bytes.length} bytes`)
  }
  report.broken.push('the file of a webhook cannot be fetched')
}

async function check({ sent, dropped, records, outbox, listPlace }: RelayLife): Promise<void> {
  const ids = new Set(sent.map(({ id }) => id))
  for (const one of sent) {
    if (dropped.has(one.id)) continue
    if (!records.has(one.id)) report.broken.push(`${one.id} did not reach the webhook`)
    const difference = await outboxDifference(one, outbox)
    if (difference) report.broken.push(difference)
  }
  for (const [id, received] of records)
    for (const record of received) {
      const one = sent.find((other) => other.id === id)
      const difference = one ? differenceOf(one, record) : `${id} was delivered, but never acknowledged`
      if (difference) report.broken.push(difference)
    }
  for (const file of existsSync(outbox) ? readdirSync(outbox) : [])
    if (!ids.has(file.replace(/\.(?:eml|json)$/, ''))) report.left.push(`outbox/${file}`)
  for (const place of ['queue', 'dead', 'corrupt', 'spam'])
    for (const id of listPlace(place)) report.parked.push(`${place}/${id}`)
  for (const name of listPlace('tmp')) report.left.push(`tmp/${name}`)
  // A connection closes a moment after its end.
  for (let look = 0; look < 1000 && countHandles() > before; look++) await pause(1)
  if (countHandles() > before) report.left.push(`${countHandles() - before} handles`)
}

function countHandles(): number {
  return readdirSync('/proc/self/fd').length
}
