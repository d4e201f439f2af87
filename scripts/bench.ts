import { runPrograms } from './run-programs.ts'

/** `npm run bench [name ...] [-- option ...]` measures speed and memory on this machine. */
await runPrograms({
  backlog: () => import('./bench/backlog.ts'),
  build: () => import('./bench/build.ts'),
  check: () => import('./bench/check.ts'),
  dev: () => import('./bench/dev.ts'),
  interactions: () => import('./bench/interactions.ts'),
  languages: () => import('./bench/languages.ts'),
  relay: () => import('./bench/relay.ts'),
  saves: () => import('./bench/saves.ts'),
})
