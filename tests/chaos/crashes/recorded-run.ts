import { writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { createRelayHarness, createSpam } from '../faults/relay-harness.ts'
import type { Sent } from '../faults/sent.ts'
import { createApplication, createDocument, createLead } from '../submission.ts'

/** Arguments of this program, which runs under strace and writes `sent.json` next to the spool. */
const [, , folder = '', size = '1'] = process.argv
const broken: string[] = []
// Writes each event with a synchronous call, so that strace records it in order.
const harness = await createRelayHarness(folder, broken, (event) => writeSync(1, `${harness.clock.now()} ${event}\n`))
const { start, stop, post, ask, pass, delivered, isIn, sent } = harness

/** Sends several submissions at the same time. Some have a file, and the webhook rejects some of them at first. */
const postMany = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      at % 4 === 3
        ? post(createApplication(createDocument(20_000 + 7_000 * at)))
        : post(createLead(), at % 3 === 0 ? [503] : []),
    ),
  )
const [many, few] = size === 'short' ? [3, 2] : [8, 6]

await start()
const first = await postMany(many)
const [spam, held] = [await post(createSpam()), await post(createSpam())]
await ask({ do: 'release', id: spam })
await delivered(...first, spam)
const gone = await post(createLead(), [410])
const dead = await post(createLead(), [410])
const unwanted = await post(createLead(), Array(50).fill(500))
await pass('dead letters', () => isIn('dead', gone, dead))
await ask({ do: 'retry', id: gone })
await ask({ do: 'retry', id: first[0] ?? '' })
await ask({ do: 'drop', id: unwanted })
const brief = await post(createLead())
await delivered(brief)
await ask({ do: 'drop', id: brief })
await delivered(gone, first[0] ?? '', ...(await postMany(few)))
await stop()
await start()
await harness.passDays(31)
await pass('sweep', () => !isIn('spam', held))
await delivered(...(await postMany(few)))
await harness.end()
if (broken.length > 0) throw new Error(broken.join('\n'))
const known = sent.map(
  ({ submission: { key, values, sha256 }, ...rest }): Sent => ({ ...rest, submission: { key, values, sha256 } }),
)
writeFileSync(path.join(folder, 'sent.json'), JSON.stringify(known))
process.exit(0)
