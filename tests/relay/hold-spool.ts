import { systemClock } from '../../relay/clock.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'

/** Runs in a separate process: opens the spool at the path in its first argument and holds it until killed. */
await openFolderStore({
  folder: process.argv[2] ?? '',
  clock: systemClock,
  targets: ['mail'],
  retention: { doneDays: 30, spamDays: 30 },
})
process.stdout.write('open\n')
setInterval(() => {}, 1000)
