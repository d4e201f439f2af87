/**
 * `npm run bench [name ...] [-- option ...]`: measures on this machine and prints what it measured. Nothing here is a
 * test. Options are for the benches that are named.
 */
const benches: Record<string, () => Promise<{ run(options: string[]): Promise<void> }>> = {
  backlog: () => import('./bench/backlog.ts'),
  build: () => import('./bench/build.ts'),
  check: () => import('./bench/check.ts'),
  crashes: () => import('./bench/crashes.ts'),
  database: () => import('./bench/database.ts'),
  deploy: () => import('./bench/deploy.ts'),
  dev: () => import('./bench/dev.ts'),
  diff: () => import('./bench/diff.ts'),
  edits: () => import('./bench/edits.ts'),
  'edit-clicks': () => import('./bench/edit-clicks.ts'),
  'edit-texts': () => import('./bench/edit-texts.ts'),
  faults: () => import('./bench/faults.ts'),
  fuzz: () => import('./bench/fuzz.ts'),
  hostile: () => import('./bench/hostile.ts'),
  interactions: () => import('./bench/interactions.ts'),
  kills: () => import('./bench/kills.ts'),
  relay: () => import('./bench/relay.ts'),
  soak: () => import('./bench/soak.ts'),
}

const typed = process.argv.slice(2)
const first = typed.findIndex((text) => text.startsWith('-'))
const [chosen, options] = first < 0 ? [typed, []] : [typed.slice(0, first), typed.slice(first)]
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const load = benches[name]
  if (!load) throw new Error(`there is no bench "${name}"; there are ${Object.keys(benches).join(', ')}`)
  process.stdout.write(`\n# ${name}\n`)
  await (await load()).run(options)
}

export {}
