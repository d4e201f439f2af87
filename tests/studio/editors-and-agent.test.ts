import { expect, it, onTestFinished } from 'vitest'
import { startMcp } from '../cli/running-mcp.ts'
import { createRandom } from '../random.ts'
import { triesAllCases } from '../sampled.ts'
import { ada, ben, createSite, git, openTestStudio } from './publishing-site.ts'

/** In the chaos suite, 300 edits. */
const EDITS = triesAllCases ? 300 : 60
/** Number of edits between two publications, on average. */
const BETWEEN = 10
const FILES = ['services/listing-care', 'services/ad-tending', 'solutions/stockout-rescue'].map(
  (name) => `content/${name}.yaml`,
)
/** Each edits another field of the same files. */
const fields: Record<string, string[]> = {
  [ada.id]: ['hero', 'heading'],
  [ben.id]: ['hero', 'text'],
  'agent-words': ['description'],
}
const authors: Record<string, string> = { [ada.id]: 'Ada', [ben.id]: 'Ben', 'agent-words': 'test-agent' }

it('publishes random edits of two editors and an agent, each with its author, and loses and mixes none', async () => {
  const { home, remote, remove, read } = createSite()
  const agent = await startMcp(`${home}/content`)
  onTestFinished(async () => {
    await agent.close()
    remove()
  })
  const { studio, publisher } = openTestStudio(home)
  const { changes } = studio.content
  const last = new Map<string, string>()

  /** Publishes what a change set contains. Fails if it gets another edit before it is checked. */
  async function publish(name: string): Promise<void> {
    const found = changes.list().find((set) => set.name === name)
    if (found) await publisher.publish(name, found.hash, ben)
  }
  async function edit(name: string, seed: number): Promise<void> {
    const random = createRandom(seed)
    for (let count = 0; count < EDITS / 3; count += 1) {
      const file = FILES[Math.floor(random() * FILES.length)] ?? ''
      const value = `Words of ${authors[name]} ${count}.`
      const edits = [{ kind: 'set' as const, file, path: fields[name] ?? [], value }]
      if (name === 'agent-words')
        expect(await agent.call('propose', { changes: name, edits })).not.toHaveProperty('error')
      else await changes.propose(name, { edits, author: authors[name] })
      last.set(`${file} ${name}`, value)
      if (random() < 1 / BETWEEN) await publish(name)
    }
  }
  const names = Object.keys(fields)
  await Promise.all(names.map((name, index) => edit(name, index + 1)))
  await publisher.resume()
  for (const name of names) await publish(name)
  await publisher.resume()

  expect(changes.list()).toEqual([])
  for (const [key, value] of last) expect(read(key.split(' ')[0] ?? '')).toContain(value)
  const log = git(remote, 'log', '-p', '--format=%x00%an').split('\0').slice(1, -1)
  for (const commit of log) {
    const [author] = commit.split('\n')
    const written = [...commit.matchAll(/^\+.*Words of (\S+) \d+\./gm)].map(([, name]) => name)
    expect(written.length).toBeGreaterThan(0)
    expect(new Set(written)).toEqual(new Set([author]))
  }
  expect(new Set(log.map((commit) => commit.split('\n')[0]))).toEqual(new Set(Object.values(authors)))
  expect(git(home, 'status', '--porcelain')).toBe('')
})
