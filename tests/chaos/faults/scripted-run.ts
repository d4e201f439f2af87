import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createApplication, createDocument, createLead } from '../submission.ts'
import { traceDiskThread } from './disk-thread.ts'
import { createRelayHarness, createSpam, type RelayHarness } from './relay-harness.ts'
import type { RunReport } from './run-report.ts'
import { differenceOf, hash, outboxDifference } from './sent.ts'

const [, , folder = '', ...strace] = process.argv
const report: RunReport = { broken: [], parked: [], left: [], failedStarts: [], acknowledged: 0, refused: 0 }
const detach = await traceDiskThread(strace)
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    report.broken.push(`the process would have crashed: ${(error as Error).message}`)
  })

const before = countHandles()
const harness = await createRelayHarness(folder, report.broken)
for (const part of [runScript, ({ end }: RelayHarness) => end(), detach, check])
  await part(harness).catch((error: Error) => report.broken.push(`the run was aborted: ${error.message}`))
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exit(0)

async function runScript(harness: RelayHarness): Promise<void> {
  const { post, ask, pass, delivered, isIn, listPlace, records } = harness
  await startRelay(harness)
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
  if ((records.get(lead)?.length ?? 0) < 2) report.broken.push('a retried submission was not sent again')
  await download(harness, application)
  const verified = (await ask({ do: 'verify' })) as { corrupt: string[] }
  if (verified.corrupt.length > 0) report.broken.push('verify reported damage by mistake')
  await harness.passDays(31)
  await pass('sweep', () => listPlace('done').length === 0)
  const waiting = await post(createLead(), [503, 503])
  await pass('first attempt', () => existsSync(`${harness.outbox}/${waiting}.eml`))
  await harness.stop()
  await startRelay(harness)
  await delivered(waiting)
  report.acknowledged = harness.sent.length
  report.refused = harness.counts.refused
}

/** Starts the relay and, like a supervisor, makes a second attempt if that fails. @throws if both attempts fail */
async function startRelay({ start }: RelayHarness): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const message = await start()
    if (message === undefined) return
    report.failedStarts.push(message)
  }
  throw new Error(`the relay does not start: ${report.failedStarts.at(-1)}`)
}

/** Fetches the file that a webhook links to, with retries, as the receiver would. */
async function download(harness: RelayHarness, id: string): Promise<void> {
  const { url, sha256 } = harness.records.get(id)?.[0]?.attachments[0] ?? {}
  const { pathname, search } = new URL(url ?? '')
  for (let attempt = 0; attempt < 3; attempt++) {
    const request = get(harness.address() + pathname + search, { agent: false })
    const response = await once(request, 'response')
      .then(async ([answer]: IncomingMessage[]) => ({
        status: answer?.statusCode ?? 0,
        bytes: await buffer(answer as IncomingMessage),
      }))
      .catch(() => undefined)
    if (response?.status === 200 && hash(response.bytes) === sha256) return
    if (response && response.status < 500)
      report.broken.push(`a download returned ${response.status}, ${response.bytes.length} bytes`)
  }
  report.broken.push('the file of a webhook could not be downloaded')
}

async function check({ sent, dropped, records, outbox, listPlace }: RelayHarness): Promise<void> {
  const ids = new Set(sent.map(({ id }) => id))
  for (const submission of sent) {
    const { id } = submission
    if (dropped.has(id)) continue
    if (!records.has(id)) report.broken.push(`${id} did not reach the webhook`)
    const difference = await outboxDifference(submission, outbox)
    if (difference) report.broken.push(difference)
  }
  for (const [id, received] of records)
    for (const record of received) {
      const submission = sent.find((other) => other.id === id)
      const difference = submission ? differenceOf(submission, record) : `${id} was delivered, but never acknowledged`
      if (difference) report.broken.push(difference)
    }
  for (const file of existsSync(outbox) ? readdirSync(outbox) : [])
    if (!ids.has(file.replace(/\.(?:eml|json)$/, ''))) report.left.push(`outbox/${file}`)
  for (const place of ['queue', 'dead', 'corrupt', 'spam'])
    for (const id of listPlace(place)) report.parked.push(`${place}/${id}`)
  for (const name of listPlace('tmp')) report.left.push(`tmp/${name}`)
  // Waits for connections to close, which takes a moment.
  for (let checks = 0; checks < 1000 && countHandles() > before; checks++) await pause(1)
  if (countHandles() > before) report.left.push(`${countHandles() - before} handles`)
}

function countHandles(): number {
  return readdirSync('/proc/self/fd').length
}
