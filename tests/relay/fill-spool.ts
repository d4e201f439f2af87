import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { systemClock } from '../../relay/clock.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'

/** Runs in a separate process on a 1 MiB file system: writes a file that is too large, then a submission that fits. */
const folder = process.argv[2] ?? ''
const store = await openFolderStore({
  folder,
  clock: systemClock,
  targets: ['mail'],
  retention: { doneDays: 30, spamDays: 30 },
})
const draft = await store.draft()
const source = Readable.from(
  (function* () {
    for (let count = 0; count < 64; count++) yield Buffer.alloc(65_536)
  })(),
)
const refused = await draft.write(source).then(
  () => 'written',
  (error: NodeJS.ErrnoException) => error.code,
)
await draft.discard()
const left = await readdir(path.join(folder, 'tmp'))
const next = await store.draft()
await next.commit({
  version: 1,
  id: next.id,
  receivedAt: new Date().toISOString(),
  formType: 'contact',
  title: 'Contact',
  values: { message: 'It fits.' },
  attachments: [],
  targets: ['mail'],
  idempotency: undefined,
  spam: [],
})
const length = await store.count('queue')
await store.close()
process.stdout.write(`${JSON.stringify({ refused, left, queue: length })}\n`)
