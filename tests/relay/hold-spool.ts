import { systemClock } from '../../relay/clock.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'

/** Run as a process of its own: opens the spool in its first argument and keeps it until it is ended. */
await openFolderStore({
  folder: process.argv[2] ?? '',
  clock: systemClock,
  targets: ['mail'],
  retention: { doneDays: 30, spamDays: 30 },
})
process.stdout.write('open\n')
setInterval(() => {}, 1000)
