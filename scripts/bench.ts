/** `npm run bench [name ...]`: measures on this machine and prints what it measured. Nothing here is a test. */
const benches: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  build: () => import('./bench/build.ts'),
  check: () => import('./bench/check.ts'),
  dev: () => import('./bench/dev.ts'),
  fuzz: () => import('./bench/fuzz.ts'),
  interactions: () => import('./bench/interactions.ts'),
  relay: () => import('./bench/relay.ts'),
  soak: () => import('./bench/soak.ts'),
}

const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : Object.keys(benches)) {
  const load = benches[name]
  if (!load) throw new Error(`there is no bench "${name}"; there are ${Object.keys(benches).join(', ')}`)
  process.stdout.write(`\n# ${name}\n`)
  await (await load()).run()
}

export {}
