import { writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { createRelayLife, createSpam } from '../faults/relay-life.ts'
import type { Sent } from '../faults/sent.ts'
import { createApplication, createDocument, createLead } from '../submission.ts'

/** The life that is recorded, as a program of its own under strace. It leaves `sent.json` beside the spool. */
const [, , folder = '', size = '1'] = process.argv
const broken: string[] = []
// One line each, by a call that strace sees in its place among the others.
const life = await createRelayLife(folder, broken, (event) => writeSync(1, `${life.clock.now()} ${event}\n`))
const { start, stop, post, ask, pass, delivered, isIn, sent } = life

/** Eight visitors at once, some with a file, some whose webhook is refused at first. */
const crowd = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      at % 4 === 3
        ? post(createApplication(createDocument(20_000 + 7_000 * at)))
        : post(createLead(), at % 3 === 0 ? [503] : []),
    ),
  )
const [many, few] = size === 'short' ? [3, 2] : [8, 6]

await start()
const first = await crowd(many)
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
await delivered(gone, first[0] ?? '', ...(await crowd(few)))
await stop()
await start()
await life.passDays(31)
await pass('sweep', () => !isIn('spam', held))
await delivered(...(await crowd(few)))
await life.end()
if (broken.length > 0) throw new Error(broken.join('\n'))
const known = sent.map(
  ({ submission: { key, values, sha256 }, ...one }): Sent => ({ ...one, submission: { key, values, sha256 } }),
)
writeFileSync(path.join(folder, 'sent.json'), JSON.stringify(known))
process.exit(0)
