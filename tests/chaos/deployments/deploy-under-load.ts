import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ask } from '../../behaviour/ask.ts'
import { createGate, launchBrowser } from '../../behaviour/browser.ts'
import { webServers } from '../../behaviour/web-servers.ts'
import { has } from '../../needs.ts'
import { createRandom } from '../../random.ts'
import { postOn } from './clients.ts'
import { holdRelay } from './held-relay.ts'
import { ADDED } from './second-build.ts'
import { type Walked, walkOn } from './walkers.ts'

/** Visitors who go on all the time; one more comes back after each deployment. */
const VISITORS = 2
/** Of the changes, one in so many is a way back. */
const BACK = 3

export interface LoadOptions {
  /** Two builds; the second has `ADDED`. */
  dists: readonly [string, string]
  /** For the target, the data of the relay and what serves both. */
  folder: string
  /** How often another release becomes current. */
  changes: number
  seed: number
}

export interface LoadResult {
  counts: Record<string, number>
  /** Everything that must not be, by what it is. */
  wrong: Record<string, string[]>
}

/**
 * Deploys two builds in turns and goes back now and then, with a restart of the relay whenever its files differ, while
 * visitors walk and send forms.
 * @throws when a deployment fails
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
  // Told to end before it has begun, it would be one start behind for good.
  await relay.started(1)
  const server = await nginx.serve(current, relay.port)
  const commands = ['--after', relay.restart, '--reload', `kill -HUP "$(cat ${server.folder}/pid)"`]

  let over = false
  const isOver = () => over
  const { address } = server
  const { posted, ended } = postOn(address, isOver)
  const walked: Walked = {
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
  const walk = (hesitate: () => Promise<unknown>) =>
    walkOn(browser, { address, paths, random, walked, isOver, hesitate })
  const visitors = Promise.all([
    ...Array.from({ length: VISITORS }, () => walk(async () => {})),
    walk(() => changed.opened),
  ])
  // Their failures are told below.
  for (const some of [visitors, ended]) some.catch(() => {})
  const stale: string[] = []
  let [now, backs] = [0, 0]
  try {
    for (let change = 1; change <= changes; change += 1) {
      const before = walked.loads + walked.navigations
      now = 1 - now
      if (change % BACK === 0) {
        await run(dists[0], ['rollback', root, ...commands])
        backs += 1
      } else await deploy(dists[now] as string, root, ...commands)
      // What systemd would wait for.
      await relay.started(change + 1)
      // A page that is gone is gone at once, and one that is new is there.
      const { status } = await ask(address, ADDED)
      if (status !== (now === 1 ? 200 : 404)) stale.push(`${ADDED} answered ${status} after change ${change}`)
      changed.open()
      changed = createGate()
      // Until visitors have seen enough of it.
      while (walked.loads + walked.navigations < before + 2 * VISITORS) await Promise.race([visitors, turn()])
    }
  } finally {
    over = true
    changed.open()
    await Promise.all([visitors, ended]).finally(() => browser.close())
    await relay.stop()
    await server.stop()
  }
  const kept = listKept(relay)
  const acknowledged = new Set([...posted.acknowledged, ...walked.acknowledged])
  return {
    counts: {
      deployments: changes - backs,
      rollbacks: backs,
      'restarts of the relay': relay.starts() - 1,
      'page loads': walked.loads,
      'client navigations': walked.navigations,
      '  of them full loads': walked.full,
      'forms sent by pages': walked.forms,
      'posts acknowledged': acknowledged.size,
    },
    wrong: {
      'failed page loads and requests': walked.failed,
      'pages not hydrated': walked.dead,
      'console errors': walked.console,
      'posts refused': posted.refused,
      'acknowledged posts lost': [...acknowledged].filter((id) => !kept.has(id)),
      'posts kept twice': [...kept].filter((id) => !acknowledged.has(id)),
      'pages of another release': stale,
    },
  }
}

/** The release before has the other build: with three in a row, the way back is one step. */
function deploy(dist: string, root: string, ...commands: string[]): Promise<void> {
  return run(dist, [root, '--keep', '3', ...commands])
}

async function run(dist: string, args: string[]): Promise<void> {
  const child = spawn(path.join(dist, 'hosting', 'deploy'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], out, error] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  if (code !== 0) throw new Error(`deploy ${args.join(' ')} ended with ${code}\n${out}${error}`)
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Addresses of all pages of a build. */
function listPages(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !/^\d/.test(file))
    .map((file) => (file === 'index.html' ? '/' : `/${file.slice(0, -'.html'.length)}`))
    .sort()
}

/** Numbers of the submissions that are in the spool or were delivered. */
function listKept({ spool, outbox }: { spool: string; outbox: string }): Set<string> {
  const ids = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?=$|\.json$)/
  const names = [...readdirSync(path.join(spool, 'queue')), ...readdirSync(outbox)]
  return new Set(names.flatMap((name) => ids.exec(name)?.[0] ?? []))
}
