import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../needs.ts'
import { createRandom } from '../random.ts'
import { createSmallDisk } from '../relay/small-disk.ts'
import { until } from '../relay/until.ts'
import { bareCommands, deployFolder, listReleases, missingAssets, run, writeBuild } from './small-build.ts'
import { startSsh } from './ssh-server.ts'

const KILLS = 8
const { folder, remove } = deployFolder()
const at = (...names: string[]) => path.join(folder, ...names)
afterAll(remove)

/** A deployment under way, in a group of processes of its own. */
function start(script: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn('sh', [script, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, error]) => ({ code: code as number | null, out, error }),
  )
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  onTestFinished(() => stop(child, 'SIGKILL'))
  return { ended, isOver, signal: (signal: NodeJS.Signals) => stop(child, signal) }
}

function stop({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // All of it is gone.
  }
}

/** What is left of deployments that did not come to their end. */
const leftovers = (root: string) => readdirSync(path.join(root, 'releases')).filter((name) => /^\.\d/.test(name))
const isLocked = (root: string) => lstatSync(path.join(root, '.lock'), { throwIfNoEntry: false }) !== undefined

/** Commands among which rsync waits before it begins, as long as a file is there. */
function slowRsync(): { env: NodeJS.ProcessEnv; started: string; hold: string } {
  const [commands, started, hold] = [at('slow'), at('slow', 'started'), at('slow', 'hold')]
  mkdirSync(commands, { recursive: true })
  const real = String(spawnSync('sh', ['-c', 'command -v rsync']).stdout).trim()
  const script = `#!/bin/sh\n: >'${started}'\nwhile [ -e '${hold}' ]; do sleep 0.02; done\nexec ${real} "$@"\n`
  writeFileSync(path.join(commands, 'rsync'), script)
  chmodSync(path.join(commands, 'rsync'), 0o755)
  writeFileSync(hold, '')
  onTestFinished(() => rmSync(commands, { recursive: true, force: true }))
  return { env: { ...process.env, PATH: `${commands}:${process.env.PATH}` }, started, hold }
}

describe('a deployment', needs('rsync'), () => {
  it('that is killed at any moment leaves a site that is whole, and the next one tidies up', async () => {
    const random = createRandom(16)
    const root = at('killed')
    const builds = [1, 2].map((number) => {
      const assets = Array.from({ length: 40 }, (_, index) => `part-${index % 2 ? number : 0}-${index}.js`)
      return writeBuild(at(`build-${number}`), assets, { 'relay/relay.js': `relay ${number}` })
    }) as [string, string]
    const begin = performance.now()
    expect(run(builds[0], [root])).toMatchObject({ code: 0 })
    const whole = performance.now() - begin
    let [looks, over] = [0, false]
    const reader = (async () => {
      for (; !over; looks += 1) {
        expect(missingAssets(root)).toEqual([])
        await turn()
      }
    })()
    let killed = 0
    for (let time = 0; time < KILLS; time += 1) {
      const way = time % 4 === 3 ? ['rollback', root] : [root, '--keep', '2', '--after', 'true']
      const { ended, isOver, signal } = start(builds[time % 2 ? 0 : 1], way)
      await Promise.race([pause(random() * whole), ended])
      if (!isOver()) killed += 1
      signal('SIGKILL')
      await ended
      if (isLocked(root)) run(builds[0], ['unlock', root])
    }
    const last = await start(builds[1], [root, '--keep', '2']).ended
    over = true
    await reader
    expect(last).toMatchObject({ code: 0, error: '' })
    expect([looks, killed].map((count) => count > 0)).toEqual([true, true])
    expect([leftovers(root), isLocked(root), missingAssets(root)]).toEqual([[], false, []])
    expect(listReleases(root)).toHaveLength(2)
    for (const name of listReleases(root))
      expect(readdirSync(path.join(root, 'releases', name)).sort()).toEqual(['assets.txt', 'hosting', 'relay', 'site'])
  })

  it('that is under way is told to a second one, which changes nothing', async () => {
    const [script, root] = [writeBuild(at('held'), ['a.js']), at('held-target')]
    const { env, started, hold } = slowRsync()
    const first = start(script, [root], env)
    await until('the first one uploads', () => existsSync(started))
    for (const args of [[root], ['rollback', root], ['prune', root]]) {
      const { code, error } = run(script, args)
      expect([code, error]).toEqual([
        4,
        expect.stringMatching(/^deploy: A deployment by \S+@\S+ is under way, since 0 minutes/),
      ])
      expect(error).toContain(`deploy unlock ${root}`)
    }
    rmSync(hold)
    expect(await first.ended).toMatchObject({ code: 0 })
    expect([listReleases(root).length, isLocked(root)]).toEqual([1, false])
  })

  it('whose lock was taken away does not go live any more', async () => {
    const [script, root] = [writeBuild(at('late'), ['a.js']), at('late-target')]
    const other = writeBuild(at('early'), ['b.js'])
    const { env, started, hold } = slowRsync()
    const first = start(script, [root], env)
    await until('the first one uploads', () => existsSync(started))
    expect(run(other, ['unlock', root])).toMatchObject({ code: 0 })
    expect(run(other, [root])).toMatchObject({ code: 0 })
    rmSync(hold)
    const { code, error } = await first.ended
    expect([code, listReleases(root).length, leftovers(root)]).toEqual([1, 1, []])
    expect(error).toMatch(/broke off|lost its lock/)
    expect(readFileSync(path.join(root, 'current', 'site', 'index.html'), 'utf8')).toContain('b.js')
  })

  it('that died an hour ago stops nobody', () => {
    const [script, root] = [writeBuild(at('again'), ['a.js']), at('again-target')]
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    symlinkSync(`${hourAgo}.17.ben@laptop ${hourAgo}`, path.join(root, '.lock'))
    mkdirSync(path.join(root, 'releases', `.${hourAgo}.17.ben@laptop`))
    const next = run(script, [root])
    expect(next).toMatchObject({ code: 0, error: expect.stringContaining('by ben@laptop is 60 minutes old') })
    expect([leftovers(root), isLocked(root)]).toEqual([[], false])
  })

  it('that is interrupted tidies up itself', async () => {
    const [script, root] = [writeBuild(at('interrupted'), ['a.js']), at('interrupted-target')]
    const { env, started } = slowRsync()
    const first = start(script, [root], env)
    await until('it uploads', () => existsSync(started))
    first.signal('SIGINT')
    expect(await first.ended).toMatchObject({ code: 1, error: expect.stringContaining('Nothing that visitors see') })
    expect([leftovers(root), isLocked(root), listReleases(root)]).toEqual([[], false, []])
  })

  it('without enough space leaves the site and the space as they were', needs('root', 'a mounted tmpfs'), async () => {
    const disk = await createSmallDisk()
    const [dist, root] = [at('large'), path.join(disk.folder, 'target')]
    const script = writeBuild(dist, ['a.js'])
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const before = readlinkSync(path.join(root, 'current'))
    writeFileSync(path.join(dist, 'site', 'large.bin'), Buffer.alloc(8 * 1024 * 1024))
    const said = run(script, [root])
    expect(said).toMatchObject({ code: 1, error: expect.stringContaining('No space left') })
    expect(said.error).toContain('The upload broke off, see above. Nothing that visitors see has changed.')
    expect([readlinkSync(path.join(root, 'current')), leftovers(root), isLocked(root)]).toEqual([before, [], false])
    expect(missingAssets(root)).toEqual([])
  })

  it('by a user who may not write there says who may', needs('root'), () => {
    const script = writeBuild(at('foreign'), ['a.js'])
    chmodSync(folder, 0o755)
    const root = at('foreign-target')
    const nobody = { uid: 65534, gid: 65534 }
    expect(run(script, [root], nobody)).toMatchObject({ code: 1, error: expect.stringContaining('cannot be made') })
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const before = readlinkSync(path.join(root, 'current'))
    for (const args of [[root], ['prune', root]])
      expect(run(script, args, nobody)).toMatchObject({
        code: 1,
        error: expect.stringContaining('Nothing can be written'),
      })
    expect(readlinkSync(path.join(root, 'current'))).toBe(before)
  })
})

describe('with a server', needs('rsync', 'sshd', 'busybox'), () => {
  let ssh: Awaited<ReturnType<typeof startSsh>>
  beforeAll(async () => {
    ssh = await startSsh(at('ssh'), bareCommands(at('bare'), false))
  })
  afterAll(() => ssh?.stop())

  it('that has no rsync, or to which no ssh leads, nothing is begun', () => {
    const [script, root] = [writeBuild(at('remote'), ['a.js']), at('remote-target')]
    const deploy = (rsh: string) => run(script, [`${ssh.host}:${root}`], { env: { ...process.env, RSYNC_RSH: rsh } })
    expect(deploy(ssh.rsh)).toMatchObject({ code: 1, error: expect.stringContaining('There is no rsync on') })
    expect(deploy(ssh.rsh.replace(/-p \d+/, '-p 1'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('ssh does not lead to'),
    })
    expect(deploy('no-such-ssh')).toMatchObject({ code: 1, error: expect.stringContaining('There is no no-such-ssh') })
    expect(existsSync(root)).toBe(false)
  })
})
