import { writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { systemClock } from '../../relay/clock.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'

/** Runs in a separate process under strace: commits one submission with two files, then prints `ANSWER`. */
const store = await openFolderStore({
  folder: process.argv[2] ?? '',
  clock: systemClock,
  targets: ['mail'],
  retention: { doneDays: 30, spamDays: 30 },
})
writeSync(1, 'BEGIN\n')
const draft = await store.draft()
const attachments = []
for (const name of ['a.pdf', 'b.pdf'])
  attachments.push({ field: 'resume', name, type: 'application/pdf', ...(await draft.write(Readable.from([name]))) })
await draft.commit({
  version: 1,
  id: draft.id,
  receivedAt: new Date().toISOString(),
  formType: 'contact',
  title: 'Contact',
  values: {},
  attachments,
  targets: ['mail'],
  idempotency: undefined,
  spam: [],
})
writeSync(1, 'ANSWER\n')
await store.close()
