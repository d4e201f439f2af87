import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ask } from '../../behavior/ask.ts'
import { createGate, launchBrowser } from '../../behavior/browser.ts'
import { webServers } from '../../behavior/web-servers.ts'
import { has } from '../../needs.ts'
import { createRandom } from '../../random.ts'
import { postOn } from './clients.ts'
import { ADDED } from './second-build.ts'
import { holdRelay } from './supervised-relay.ts'
import { browse, type Visits } from './visitors.ts'

/** Number of visitors who browse continuously. One additional visitor pauses on each page until the next deployment. */
const VISITORS = 2
/** Every third change is a rollback. */
const ROLLBACK_EVERY = 3

export interface LoadOptions {
  /** Folders of two builds. Only the second build contains the page `ADDED`. */
  dists: readonly [string, string]
  /** Folder for the deployment target and the relay's data. */
  folder: string
  /** Number of deployments and rollbacks. */
  changes: number
  seed: number
}

export interface LoadResult {
  counts: Record<string, number>
  /** Faults by type. */
  wrong: Record<string, string[]>
}

/**
 * Deploys two builds alternately with occasional rollbacks, and restarts the relay whenever its files change, while
 * visitors browse and submit forms.
 * @throws if a deployment fails
 */
export async function deployUnderLoad({ dists, folder, changes, seed }: LoadOptions): Promise<LoadResult> {
  const random = createRandom(seed)
  const root = path.join(folder, 'target')
  const current = path.join(root, 'current')
  const data = path.join(folder, 'data')
  mkdirSync(data, { recursive: true })
  const browser = await launchBrowser()
  const relay = await holdRelay(current, data)
  const nginx = webServers.find(({ name }) => name === 'nginx')
  if (!nginx?.needs.every(has)) throw new Error('nginx is not installed.')
  await deploy(dists[0], root)
  relay.start()
  // Waits for the first start to be logged, because a relay killed before that would not be counted.
  await relay.started(1)
  const server = await nginx.serve(current, relay.port)
  const commands = ['--after', relay.restart, '--reload', `kill -HUP "$(cat ${server.folder}/pid)"`]

  let over = false
  const isOver = () => over
  const { address } = server
  const { posted, ended } = postOn(address, isOver)
  const visits: Visits = {
    loads: 0,
    navigations: 0,
    full: 0,
    forms: 0,
    acknowledged: new Set(),
    failed: [],
    dead: [],
    console: [],
  }
  const paths = listPages(path.join(dists[0], 'site'))
  let changed = createGate()
  const walk = (pause: () => Promise<unknown>) => browse(browser, { address, paths, random, visits, isOver, pause })
  const visitors = Promise.all([
    ...Array.from({ length: VISITORS }, () => walk(async () => {})),
    walk(() => changed.opened),
  ])
  // Prevents unhandled rejections. The code below awaits these promises.
  for (const promise of [visitors, ended]) promise.catch(() => {})
  const stale: string[] = []
  let [active, rollbacks] = [0, 0]
  try {
    for (let change = 1; change <= changes; change += 1) {
      const before = visits.loads + visits.navigations
      active = 1 - active
      if (change % ROLLBACK_EVERY === 0) {
        await run(dists[0], ['rollback', root, ...commands])
        rollbacks += 1
      } else await deploy(dists[active] as string, root, ...commands)
      // Waits until the relay has restarted, as `systemctl restart` would.
      await relay.started(change + 1)
      // An added or removed page must appear or disappear immediately.
      const { status } = await ask(address, ADDED)
      if (status !== (active === 1 ? 200 : 404)) stale.push(`${ADDED} answered ${status} after change ${change}`)
      changed.open()
      changed = createGate()
      // Waits until visitors have loaded several pages of this release.
      while (visits.loads + visits.navigations < before + 2 * VISITORS) await Promise.race([visitors, tick()])
    }
  } finally {
    over = true
    changed.open()
    await Promise.all([visitors, ended]).finally(() => browser.close())
    await relay.stop()
    await server.stop()
  }
  const stored = listStored(relay)
  const acknowledged = new Set([...posted.acknowledged, ...visits.acknowledged])
  return {
    counts: {
      deployments: changes - rollbacks,
      rollbacks,
      'restarts of the relay': relay.starts() - 1,
      'page loads': visits.loads,
      'client navigations': visits.navigations,
      '  of them full loads': visits.full,
      'forms sent by pages': visits.forms,
      'submissions acknowledged': acknowledged.size,
    },
    wrong: {
      'failed page loads and requests': visits.failed,
      'pages not hydrated': visits.dead,
      'console errors': visits.console,
      'submissions refused': posted.refused,
      'acknowledged submissions lost': [...acknowledged].filter((id) => !stored.has(id)),
      'submissions stored twice': [...stored].filter((id) => !acknowledged.has(id)),
      'pages of the wrong release': stale,
    },
  }
}

/** Deploys a build. Keeps three releases, so that a rollback always returns to the other build. */
function deploy(dist: string, root: string, ...commands: string[]): Promise<void> {
  return run(dist, [root, '--keep', '3', ...commands])
}

async function run(dist: string, args: string[]): Promise<void> {
  const child = spawn(path.join(dist, 'hosting', 'deploy'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, error] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`deploy ${args.join(' ')} exited with ${code}\n${out}${error}`)
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Lists the URL paths of all pages in a build. */
function listPages(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !/^\d/.test(file))
    .map((file) => (file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`))
    .sort()
}

/** Lists the ids of submissions in the spool and in the outbox. */
function listStored({ spool, outbox }: { spool: string; outbox: string }): Set<string> {
  const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?=$|\.json$)/
  const names = [...readdirSync(path.join(spool, 'queue')), ...readdirSync(outbox)]
  return new Set(names.flatMap((name) => ids.exec(name)?.[0] ?? []))
}
