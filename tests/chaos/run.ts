import { runPrograms } from '../../scripts/run-programs.ts'

/**
 * `npm run chaos [name ...] [-- option ...]` runs test suites with random or exhaustive faults, edits and input. Each
 * suite prints its seed and counts, and exits with 1 if it finds a fault.
 */
await runPrograms({
  clicks: () => import('./clicks/clicks.ts'),
  content: () => import('./content/content.ts'),
  crashes: () => import('./crashes/crashes.ts'),
  database: () => import('./database/database.ts'),
  deployments: () => import('./deployments/deployments.ts'),
  diff: () => import('./diff/diff.ts'),
  edits: () => import('./edits/edits.ts'),
  erasure: () => import('./erasure/erasure.ts'),
  faults: () => import('./faults/faults.ts'),
  fuzz: () => import('./fuzz/fuzz.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  install: () => import('./install/install.ts'),
  kills: () => import('./kills/kills.ts'),
  samples: () => import('./samples/samples.ts'),
  soak: () => import('./soak/soak.ts'),
  texts: () => import('./texts/texts.ts'),
})
