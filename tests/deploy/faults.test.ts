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

/** Starts a deployment in its own process group. */
function start(script: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn('sh', [script, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, error]) => ({ code: code as number | null, out, error }),
  )
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  onTestFinished(() => stop(child, 'SIGKILL'))
  return { ended, hasEnded, signal: (signal: NodeJS.Signals) => stop(child, signal) }
}

function stop({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already ended.
  }
}

/** Lists the hidden folders that interrupted deployments left behind. */
const leftovers = (root: string) => readdirSync(path.join(root, 'releases')).filter((name) => /^\.\d/.test(name))
const isLocked = (root: string) => lstatSync(path.join(root, '.lock'), { throwIfNoEntry: false }) !== undefined

/** Puts an rsync wrapper first on the PATH. The wrapper waits until the file `hold` is removed. */
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

describe('deploy', needs('rsync'), () => {
  it('keeps the site complete even if killed at random moments, and cleans up on the next run', async () => {
    const random = createRandom(16)
    const root = at('killed')
    const builds = [1, 2].map((number) => {
      const assets = Array.from({ length: 40 }, (_, index) => `part-${index % 2 ? number : 0}-${index}.js`)
      return writeBuild(at(`build-${number}`), assets, { 'relay/relay.js': `relay ${number}` })
    }) as [string, string]
    const begin = performance.now()
    expect(run(builds[0], [root])).toMatchObject({ code: 0 })
    let longest = performance.now() - begin
    let [reads, done] = [0, false]
    const reader = (async () => {
      for (; !done; reads += 1) {
        expect(missingAssets(root)).toEqual([])
        await turn()
      }
    })()
    let killed = 0
    for (let attempt = 0; attempt < KILLS || killed === 0; attempt += 1) {
      const args = attempt % 4 === 3 ? ['rollback', root] : [root, '--keep', '2', '--after', 'true']
      const { ended, hasEnded, signal } = start(builds[attempt % 2 ? 0 : 1], args)
      await Promise.race([pause(random() * longest), ended])
      if (!hasEnded()) killed += 1
      // The first deployment may have been much slower than the others.
      else longest /= 2
      signal('SIGKILL')
      await ended
      if (isLocked(root)) run(builds[0], ['unlock', root])
    }
    const last = await start(builds[1], [root, '--keep', '2']).ended
    done = true
    await reader
    expect(last).toMatchObject({ code: 0, error: '' })
    expect(reads).toBeGreaterThan(0)
    expect([leftovers(root), isLocked(root), missingAssets(root)]).toEqual([[], false, []])
    expect(listReleases(root)).toHaveLength(2)
    for (const name of listReleases(root))
      expect(readdirSync(path.join(root, 'releases', name)).sort()).toEqual(['assets.txt', 'hosting', 'relay', 'site'])
  })

  it('exits with 4 and changes nothing while another deployment is running', async () => {
    const [script, root] = [writeBuild(at('held'), ['a.js']), at('held-target')]
    const { env, started, hold } = slowRsync()
    const first = start(script, [root], env)
    await until('the first deployment uploads', () => existsSync(started))
    for (const args of [[root], ['rollback', root], ['prune', root]]) {
      const { code, error } = run(script, args)
      expect([code, error]).toEqual([
        4,
        expect.stringMatching(/^deploy: A deployment by \S+@\S+ has been running for 0 minutes/),
      ])
      expect(error).toContain(`deploy unlock ${root}`)
    }
    rmSync(hold)
    expect(await first.ended).toMatchObject({ code: 0 })
    expect([listReleases(root).length, isLocked(root)]).toEqual([1, false])
  })

  it('does not publish a release after it has lost its lock', async () => {
    const [script, root] = [writeBuild(at('late'), ['a.js']), at('late-target')]
    const other = writeBuild(at('early'), ['b.js'])
    const { env, started, hold } = slowRsync()
    const first = start(script, [root], env)
    await until('the first deployment uploads', () => existsSync(started))
    expect(run(other, ['unlock', root])).toMatchObject({ code: 0 })
    expect(run(other, [root])).toMatchObject({ code: 0 })
    rmSync(hold)
    const { code, error } = await first.ended
    expect([code, listReleases(root).length, leftovers(root)]).toEqual([1, 1, []])
    expect(error).toMatch(/upload failed|took over the lock/)
    expect(readFileSync(path.join(root, 'current', 'site', 'index.html'), 'utf8')).toContain('b.js')
  })

  it('ignores a lock that is at least an hour old', () => {
    const [script, root] = [writeBuild(at('again'), ['a.js']), at('again-target')]
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    symlinkSync(`${hourAgo}.17.ben@laptop ${hourAgo}`, path.join(root, '.lock'))
    mkdirSync(path.join(root, 'releases', `.${hourAgo}.17.ben@laptop`))
    const next = run(script, [root])
    expect(next).toMatchObject({ code: 0, error: expect.stringContaining('by ben@laptop is 60 minutes old') })
    expect([leftovers(root), isLocked(root)]).toEqual([[], false])
  })

  it('cleans up and publishes nothing after SIGINT', async () => {
    const [script, root] = [writeBuild(at('interrupted'), ['a.js']), at('interrupted-target')]
    const { env, started } = slowRsync()
    const first = start(script, [root], env)
    await until('the upload starts', () => existsSync(started))
    first.signal('SIGINT')
    expect(await first.ended).toMatchObject({ code: 1, error: expect.stringContaining('live site has not changed') })
    expect([leftovers(root), isLocked(root), listReleases(root)]).toEqual([[], false, []])
  })

  it('keeps the site and removes the upload when the disk is full', needs('root', 'a mounted tmpfs'), async () => {
    const disk = await createSmallDisk()
    const [dist, root] = [at('large'), path.join(disk.folder, 'target')]
    const script = writeBuild(dist, ['a.js'])
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const before = readlinkSync(path.join(root, 'current'))
    writeFileSync(path.join(dist, 'site', 'large.bin'), Buffer.alloc(8 * 1024 * 1024))
    const result = run(script, [root])
    expect(result).toMatchObject({ code: 1, error: expect.stringContaining('No space left') })
    expect(result.error).toContain('The upload failed; see the error above. The live site has not changed.')
    expect([readlinkSync(path.join(root, 'current')), leftovers(root), isLocked(root)]).toEqual([before, [], false])
    expect(missingAssets(root)).toEqual([])
  })

  it('reports an error if the target is not writable', needs('root'), () => {
    const script = writeBuild(at('unwritable'), ['a.js'])
    chmodSync(folder, 0o755)
    const root = at('unwritable-target')
    const nobody = { uid: 65534, gid: 65534 }
    expect(run(script, [root], nobody)).toMatchObject({ code: 1, error: expect.stringContaining('Cannot create') })
    expect(run(script, [root])).toMatchObject({ code: 0 })
    const before = readlinkSync(path.join(root, 'current'))
    for (const args of [[root], ['prune', root]])
      expect(run(script, args, nobody)).toMatchObject({
        code: 1,
        error: expect.stringContaining('is not writable'),
      })
    expect(readlinkSync(path.join(root, 'current'))).toBe(before)
  })
})

describe('deploy to a server', needs('rsync', 'sshd', 'busybox'), () => {
  let ssh: Awaited<ReturnType<typeof startSsh>>
  beforeAll(async () => {
    ssh = await startSsh(at('ssh'), bareCommands(at('bare'), false))
  })
  afterAll(() => ssh?.stop())

  it('fails without changes when the server has no rsync or is unreachable', () => {
    const [script, root] = [writeBuild(at('remote'), ['a.js']), at('remote-target')]
    const deploy = (rsh: string) => run(script, [`${ssh.host}:${root}`], { env: { ...process.env, RSYNC_RSH: rsh } })
    expect(deploy(ssh.rsh)).toMatchObject({ code: 1, error: expect.stringContaining('rsync is not installed on') })
    expect(deploy(ssh.rsh.replace(/-p \d+/, '-p 1'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('The connection to'),
    })
    expect(deploy('no-such-ssh')).toMatchObject({ code: 1, error: expect.stringContaining('the command no-such-ssh') })
    expect(existsSync(root)).toBe(false)
  })
})
