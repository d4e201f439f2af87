import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { type Need, needs } from '../needs.ts'
import { bareCommands, deployFolder, listReleases, missingAssets, run, writeBuild, writeFiles } from './small-build.ts'
import { startSsh } from './ssh-server.ts'

const DAY = 86_400
const { folder, remove } = deployFolder()
const at = (...names: string[]) => path.join(folder, ...names)
afterAll(remove)

it('deploy.sh passes shellcheck', needs('shellcheck'), () => {
  const { stdout } = spawnSync('shellcheck', [path.join(projectRoot, 'cli', 'build', 'hosting', 'deploy.sh')])
  expect(String(stdout)).toBe('')
})

const targets: { name: string; all: Need[]; remote: boolean }[] = [
  { name: 'a local folder', all: ['rsync'], remote: false },
  { name: 'a server with only busybox and rsync', all: ['rsync', 'sshd', 'busybox'], remote: true },
]

describe.each(targets)('deploy to $name', ({ name, all, remote }) => {
  const root = at(name.replaceAll(' ', '-'))
  let [target, env] = [root, process.env]
  let stop = async () => {}
  beforeAll(async () => {
    if (!remote) return
    const ssh = await startSsh(`${root}-ssh`, bareCommands(at('bare')))
    target = `${ssh.host}:${root}`
    env = { ...process.env, RSYNC_RSH: ssh.rsh }
    stop = ssh.stop
  })
  afterAll(() => stop())
  const dist = at(`${path.basename(root)} dist`)
  const script = path.join(dist, 'hosting', 'deploy')
  const deploy = (...args: string[]) => run(script, args, { env })
  const page = (file: string) => path.join(root, 'current', 'site', file)
  const current = () => path.basename(readlinkSync(path.join(root, 'current')))

  it('publishes a complete release, keeps old assets, and removes deleted pages immediately', needs(...all), () => {
    // Simulates files left by a relay that ran in the build folder.
    const relayData = { 'relay/spool/queue/one': 'private', 'relay/outbox/one.json': 'private' }
    writeBuild(dist, ['a-1.js', 'deep/b-1.css'], { 'site/careers/analyst.html': 'Analyst', ...relayData })
    chmodSync(path.join(dist, 'site', 'about.html'), 0o600)
    const marker = at(`${path.basename(root)}-first`)
    const first = deploy(target, '--after', `echo "it's" done >${marker}`)
    expect([first.error, first.code]).toEqual(['', 0])
    expect(readFileSync(marker, 'utf8')).toBe("it's done\n")
    expect(first.out).toContain(`is live on ${target}`)
    expect(missingAssets(root)).toEqual([])
    expect(readlinkSync(page('assets'))).toBe('../../../assets')
    expect(readdirSync(path.join(root, 'current', 'relay'))).toEqual(['relay.js'])
    // The web server can read files that were private to the build user.
    expect((statSync(page('about.html')).mode & 0o777).toString(8)).toBe('644')
    const [about, old] = [statSync(page('about.html')), current()]
    writeBuild(dist, ['a-2.js', 'deep/b-1.css'])
    const second = deploy(target)
    expect([second.error, second.code]).toEqual(['', 0])
    expect(second.out).toContain('Sent 2 new or changed files')
    expect(second.out).toContain(`Previous release: ${old}`)
    expect(missingAssets(root)).toEqual([])
    expect(existsSync(page('careers'))).toBe(false)
    // Pages still open in browsers may request this asset.
    expect(existsSync(page('assets/a-1.js'))).toBe(true)
    // The page was rebuilt with the same content; its unchanged mtime keeps browser caches valid.
    expect([statSync(page('about.html')).ino, statSync(page('about.html')).mtimeMs]).toEqual([about.ino, about.mtimeMs])
  })

  it('lists releases, and rolls back to the previous release or a given one', needs(...all), () => {
    const [first, second] = listReleases(root) as [string, string]
    expect(deploy('list', target).out.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${first}   20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC$`)),
      expect.stringMatching(new RegExp(`^${second} .* UTC {3}current$`)),
      '',
    ])
    expect(deploy('rollback', target)).toMatchObject({ code: 0, error: '' })
    expect([current(), existsSync(page('careers/analyst.html'))]).toEqual([first, true])
    expect(deploy('rollback', target)).toMatchObject({ code: 1, error: expect.stringContaining('no release before') })
    expect(deploy('rollback', target, second)).toMatchObject({ code: 0, error: '' })
    expect(current()).toBe(second)
  })

  // Runs only for local targets, because remote targets behave the same.
  if (!remote)
    it(
      'runs the --after command if the relay has changed, and retries a failed one in the next deployment',
      needs(...all),
      () => {
        const marker = at(`${path.basename(root)}-restarts`)
        const [works, fails] = [`echo "it's" done >> ${marker}`, 'exit 7']
        const restart = (command: string, ...rest: string[]) => deploy(...rest, target, '--after', command)
        writeBuild(dist, ['a-2.js'])
        expect(restart(works)).toMatchObject({ code: 0, out: expect.stringContaining('are unchanged: not running') })
        writeBuild(dist, ['a-2.js'], { 'relay/relay.js': 'another' })
        const failed = restart(fails)
        expect(failed).toMatchObject({ code: 3, error: expect.stringContaining('"exit 7" failed (exit code 7)') })
        expect(failed.error).toContain('its commands failed too')
        expect(existsSync(marker)).toBe(false)
        expect(restart(works)).toMatchObject({ code: 0 })
        expect(restart(works)).toMatchObject({ code: 0, out: expect.stringContaining('not running') })
        expect(readFileSync(marker, 'utf8')).toBe("it's done\n")
        const before = listReleases(root)[1] as string
        expect(deploy('rollback', target, before, `--reload=${works}`, '--after', works)).toMatchObject({ code: 0 })
        expect(readFileSync(marker, 'utf8')).toBe("it's done\nit's done\n")
      },
    )

  if (!remote)
    it('skips a build that is identical to the current release', needs(...all), () => {
      const before = listReleases(root)
      writeBuild(dist, ['a-2.js'], { 'site/new.html': 'new' })
      expect(deploy(target)).toMatchObject({ code: 0, error: '' })
      const release = current()
      for (let night = 0; night < 2; night += 1)
        expect(deploy(target)).toMatchObject({
          code: 0,
          error: '',
          out: expect.stringContaining('not published again'),
        })
      expect(listReleases(root)).toEqual([...before, release].slice(-5))
      expect(deploy('rollback', target)).toMatchObject({ code: 0 })
      expect(current()).toBe(before.at(-1))
    })

  if (!remote)
    describe('with a failing command', needs(...all), () => {
      /** Command that succeeds for every relay except the broken one. */
      const isHealthy = `! grep -q broken ${root}/current/relay/relay.js`
      const cases: [name: string, code: number, message: string, options: () => string[]][] = [
        [
          'fails --check',
          1,
          'The check failed (exit code 1). Nothing',
          () => ['--check', '! grep -q broken $RELEASE/relay/relay.js'],
        ],
        ['fails --after', 5, 'is current again', () => ['--after', isHealthy]],
        ['fails --reload', 5, 'is current again', () => ['--reload', isHealthy]],
        [
          'is never ready',
          5,
          'did not succeed within 1 seconds',
          () => ['--after', 'true', '--ready', isHealthy, '--wait=1'],
        ],
      ]
      it.each(cases)('keeps the previous release when the new one %s', (_, code, message, options) => {
        const before = [current(), listReleases(root)]
        writeBuild(dist, ['a-2.js'], { 'relay/relay.js': 'broken', 'hosting/nginx.conf': 'other rules' })
        expect(deploy(target, ...options())).toMatchObject({ code, error: expect.stringContaining(message) })
        expect([current(), listReleases(root)]).toEqual(before)
      })
    })

  it('removes old releases, and assets that no release has used for longer than --assets-days', needs(...all), () => {
    for (const asset of ['a-2.js', 'a-3.js']) {
      writeBuild(dist, [asset])
      expect(deploy(target, '--keep', '2')).toMatchObject({ code: 0, error: '' })
    }
    expect(listReleases(root)).toHaveLength(2)
    const age = (asset: string, days: number) => {
      const time = Date.now() / 1000 - days * DAY
      utimesSync(path.join(root, 'assets', asset), time, time)
    }
    const left = () => readdirSync(path.join(root, 'assets'), { recursive: true }).sort()
    expect(left()).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'deep', 'deep/b-1.css'])
    age('a-1.js', 31)
    age('deep/b-1.css', 29)
    // These assets are old but still in use.
    age('a-2.js', 400)
    age('a-3.js', 400)
    expect(deploy('prune', target)).toMatchObject({ code: 0, error: '' })
    expect(left()).toEqual(['a-2.js', 'a-3.js', 'deep', 'deep/b-1.css'])
    // An asset's age is measured from the removal of the last release that used it.
    expect(deploy('prune', target, '--keep=1', '--assets-days=7')).toMatchObject({ code: 0, error: '' })
    expect(left()).toEqual(['a-2.js', 'a-3.js', 'deep'])
    expect(listReleases(root)).toEqual([current()])
    expect(missingAssets(root)).toEqual([])
  })
})

describe('deploy with invalid arguments', needs('rsync'), () => {
  let script = ''
  beforeAll(() => {
    script = writeBuild(at('refused'), ['a-1.js'])
    writeFiles(at('other'), { 'index.html': 'another site' })
    writeFiles(at('capistrano'), { 'releases/20261123142501/index.html': 'another tool' })
    writeFiles(at('old-layout'), { 'current/index.html': 'a folder' })
    writeFiles(at('file'), { here: '' })
    writeFiles(at('building'), { '.building': '1', ...Object.fromEntries(PARTS.map((part) => [part, ''])) })
    writeBuild(at('incomplete'), ['a-1.js'])
    rmSync(at('incomplete', 'relay'), { recursive: true })
  })
  const PARTS = ['site/index.html', 'site/assets/a.js', 'hosting/deploy', 'relay/relay.js']
  const cases: [name: string, code: number, message: string, args: () => string[]][] = [
    ['a missing target', 2, 'rollback TARGET', () => []],
    ['a command without a target', 2, 'TARGET is missing', () => ['rollback']],
    ['a relative path', 2, 'Use an absolute path', () => ['www']],
    ['a relative path on a server', 2, 'Use an absolute path', () => ['server:www']],
    ['a space in the path', 2, 'no spaces', () => [`${at('target')} here`]],
    ['a command substitution in the path', 2, 'no spaces', () => ['server:/var/www/$(reboot)']],
    ['the root directory', 2, 'must not be the root directory', () => ['//']],
    ['an ssh option in place of a host', 2, 'Unknown option -oProxyCommand', () => ['-oProxyCommand=reboot:/x']],
    ['an unknown option', 2, 'Unknown option --kep.', () => [at('target'), '--kep', '3']],
    ['an option without a value', 2, '--keep needs a value', () => [at('target'), '--keep']],
    ['--keep 0', 2, '--keep must be a whole number', () => [at('target'), '--keep', '0']],
    ['--assets-days as a word', 2, '--assets-days must be a whole number', () => [at('target'), '--assets-days=many']],
    ['an extra argument', 2, 'Unexpected argument', () => [at('target'), '20261123T142501Z']],
    ['a folder without a parent', 1, 'Cannot create', () => [at('no', 'target')]],
    ['a path below a file', 1, 'is not a folder', () => [at('file', 'here')]],
    ['a folder with other files', 1, 'contains other files: index.html', () => [at('other')]],
    ['releases from another tool', 1, '20261123142501 was not created by this script', () => [at('capistrano')]],
    ['a folder named current', 1, 'is not a symbolic link', () => [at('old-layout')]],
    ['a rollback without releases', 1, 'has no releases', () => ['rollback', at('other')]],
    ['a list without releases', 1, 'has no releases', () => ['list', at('nowhere')]],
  ]
  it.each(cases)('rejects %s and changes nothing', (_, code, message, args) => {
    const result = run(script, args())
    expect(result).toMatchObject({ code, error: expect.stringContaining(message) })
    expect(result.out).not.toContain('is live')
    expect([at('target'), at('nowhere'), at('no')].filter((name) => existsSync(name))).toEqual([])
    expect(readdirSync(at('other'))).toEqual(['index.html'])
  })

  it('refuses to publish a build that is incomplete, unfinished or already published, and to restore an unknown release', () => {
    expect(run(script, [at('target')])).toMatchObject({ code: 0 })
    for (const [dist, message] of [
      ['incomplete', 'relay is missing'],
      ['building', 'A build is writing'],
      ['target/current', 'is already a release'],
    ] as const) {
      const copy = at(dist, 'hosting', 'deploy')
      writeFileSync(copy, readFileSync(script))
      expect(run(copy, [at('target')])).toMatchObject({ code: 1, error: expect.stringContaining(message) })
    }
    const [only] = listReleases(at('target'))
    expect(listReleases(at('target'))).toHaveLength(1)
    for (const [args, message] of [
      [['rollback', at('target'), 'yesterday'], `Existing releases: ${only}`],
      [['rollback', at('target'), '../../other'], `Existing releases: ${only}`],
      [['rollback', at('target'), only as string], 'is already current'],
      [['unlock', at('target')], 'is not locked'],
    ] as const)
      expect(run(script, args)).toMatchObject({ code: 1, error: expect.stringContaining(message) })
    rmSync(at('target'), { recursive: true })
  })
})
