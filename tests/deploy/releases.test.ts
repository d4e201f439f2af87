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

it('the script passes shellcheck', needs('shellcheck'), () => {
  const { stdout } = spawnSync('shellcheck', [path.join(projectRoot, 'cli', 'build', 'hosting', 'deploy.sh')])
  expect(String(stdout)).toBe('')
})

const places: { name: string; all: Need[]; remote: boolean }[] = [
  { name: 'a folder of this machine', all: ['rsync'], remote: false },
  { name: 'a server that has only busybox and rsync', all: ['rsync', 'sshd', 'busybox'], remote: true },
]

describe.each(places)('on $name', ({ name, all, remote }) => {
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

  it('a release is whole, its assets are shared, and pages that are gone are gone at once', needs(...all), () => {
    // A relay was tried where it was built.
    const kept = { 'relay/spool/queue/one': 'private', 'relay/outbox/one.json': 'private' }
    writeBuild(dist, ['a-1.js', 'deep/b-1.css'], { 'site/careers/analyst.html': 'Analyst', ...kept })
    chmodSync(path.join(dist, 'site', 'about.html'), 0o600)
    const marker = at(`${path.basename(root)}-first`)
    const first = deploy(target, '--after', `echo "it's" done >${marker}`)
    expect([first.error, first.code]).toEqual(['', 0])
    expect(readFileSync(marker, 'utf8')).toBe("it's done\n")
    expect(first.out).toContain(`is live on ${target}`)
    expect(missingAssets(root)).toEqual([])
    expect(readlinkSync(page('assets'))).toBe('../../../assets')
    expect(readdirSync(path.join(root, 'current', 'relay'))).toEqual(['relay.js'])
    // For the web server, whoever has built it.
    expect((statSync(page('about.html')).mode & 0o777).toString(8)).toBe('644')
    const [about, old] = [statSync(page('about.html')), current()]
    writeBuild(dist, ['a-2.js', 'deep/b-1.css'])
    const second = deploy(target)
    expect([second.error, second.code]).toEqual(['', 0])
    expect(second.out).toContain('Sent 2 new files')
    expect(second.out).toContain(`Previous release: ${old}`)
    expect(missingAssets(root)).toEqual([])
    expect(existsSync(page('careers'))).toBe(false)
    // Open pages still ask for it.
    expect(existsSync(page('assets/a-1.js'))).toBe(true)
    // Built anew with the same words: browsers that have it are told so by its time.
    expect([statSync(page('about.html')).ino, statSync(page('about.html')).mtimeMs]).toEqual([about.ino, about.mtimeMs])
  })

  it('the list says what is current; the way back is a step, or to a release by its name', needs(...all), () => {
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

  // Where it runs makes no difference.
  if (!remote)
    it(
      'runs --after when the relay has changed, and again with the next deployment after it failed',
      needs(...all),
      () => {
        const marker = at(`${path.basename(root)}-restarts`)
        const [works, fails] = [`echo "it's" done >> ${marker}`, 'exit 7']
        const restart = (command: string, ...rest: string[]) => deploy(...rest, target, '--after', command)
        writeBuild(dist, ['a-2.js'])
        expect(restart(works)).toMatchObject({ code: 0, out: expect.stringContaining('are unchanged: not running') })
        writeBuild(dist, ['a-2.js'], { 'relay/relay.js': 'another' })
        const failed = restart(fails)
        expect(failed).toMatchObject({ code: 3, error: expect.stringContaining('"exit 7" failed (7)') })
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
    it('does not publish a build again that is current, so rollback skips no release', needs(...all), () => {
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
    describe('with a relay that does not work', needs(...all), () => {
      /** Succeeds for every relay but the broken one. */
      const works = `! grep -q broken ${root}/current/relay/relay.js`
      const gates: [what: string, code: number, message: string, options: () => string[]][] = [
        [
          'fails --check',
          1,
          'The check failed (1). Nothing',
          () => ['--check', '! grep -q broken $RELEASE/relay/relay.js'],
        ],
        ['fails --after', 5, 'is current again', () => ['--after', works]],
        ['fails --reload', 5, 'is current again', () => ['--reload', works]],
        [
          'is never ready',
          5,
          'did not succeed within 1 seconds',
          () => ['--after', 'true', '--ready', works, '--wait=1'],
        ],
      ]
      it.each(gates)('keeps the previous release when the new one %s', (_, code, message, options) => {
        const before = [current(), listReleases(root)]
        writeBuild(dist, ['a-2.js'], { 'relay/relay.js': 'broken', 'hosting/nginx.conf': 'other rules' })
        expect(deploy(target, ...options())).toMatchObject({ code, error: expect.stringContaining(message) })
        expect([current(), listReleases(root)]).toEqual(before)
      })
    })

  it('old releases go, and assets that none has had for so many days', needs(...all), () => {
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
    // Old and in use.
    age('a-2.js', 400)
    age('a-3.js', 400)
    expect(deploy('prune', target)).toMatchObject({ code: 0, error: '' })
    expect(left()).toEqual(['a-2.js', 'a-3.js', 'deep', 'deep/b-1.css'])
    // The days of what goes out of use begin then.
    expect(deploy('prune', target, '--keep=1', '--assets-days=7')).toMatchObject({ code: 0, error: '' })
    expect(left()).toEqual(['a-2.js', 'a-3.js', 'deep'])
    expect(listReleases(root)).toEqual([current()])
    expect(missingAssets(root)).toEqual([])
  })
})

describe('refuses mistakes and touches nothing', needs('rsync'), () => {
  let script = ''
  beforeAll(() => {
    script = writeBuild(at('refused'), ['a-1.js'])
    writeFiles(at('other'), { 'index.html': 'somebody else' })
    writeFiles(at('capistrano'), { 'releases/20261123142501/index.html': 'another tool' })
    writeFiles(at('old-layout'), { 'current/index.html': 'a folder' })
    writeFiles(at('file'), { here: '' })
    writeFiles(at('building'), { '.building': '1', ...Object.fromEntries(PARTS.map((part) => [part, ''])) })
    writeBuild(at('halves'), ['a-1.js'])
    rmSync(at('halves', 'relay'), { recursive: true })
  })
  const PARTS = ['site/index.html', 'site/assets/a.js', 'hosting/deploy', 'relay/relay.js']
  const cases: [what: string, code: number, words: string, args: () => string[]][] = [
    ['no target', 2, 'rollback TARGET', () => []],
    ['no target for a command', 2, 'The target is missing', () => ['rollback']],
    ['a folder from here on', 2, 'from the root on', () => ['www']],
    ['a folder of a server from its home on', 2, 'from the root on', () => ['server:www']],
    ['a blank in the path', 2, 'no spaces', () => [`${at('target')} here`]],
    ['a command in the path', 2, 'no spaces', () => ['server:/var/www/$(reboot)']],
    ['the root', 2, 'The root of a machine', () => ['//']],
    ['an option of ssh for a host', 2, 'no option -oProxyCommand', () => ['-oProxyCommand=reboot:/x']],
    ['an option that there is not', 2, 'no option --kep', () => [at('target'), '--kep', '3']],
    ['an option without its value', 2, '--keep needs a value', () => [at('target'), '--keep']],
    ['none to keep', 2, '--keep takes a number from 1', () => [at('target'), '--keep', '0']],
    ['days in words', 2, '--assets-days takes a number', () => [at('target'), '--assets-days=many']],
    ['a word too many', 2, 'one word too many', () => [at('target'), '20261123T142501Z']],
    ['a folder whose parent is missing', 1, 'cannot be made', () => [at('no', 'target')]],
    ['a file', 1, 'is not a folder', () => [at('file', 'here')]],
    ['a folder with other files', 1, 'has other files in it: index.html', () => [at('other')]],
    ['releases of another tool', 1, '20261123142501 is not from this script', () => [at('capistrano')]],
    ['a current that is a folder', 1, 'is not a link', () => [at('old-layout')]],
    ['a way back where nothing is', 1, 'has no releases', () => ['rollback', at('other')]],
    ['a list of nothing', 1, 'has no releases', () => ['list', at('nowhere')]],
  ]
  it.each(cases)('%s', (_, code, words, args) => {
    const said = run(script, args())
    expect(said).toMatchObject({ code, error: expect.stringContaining(words) })
    expect(said.out).not.toContain('is live')
    expect([at('target'), at('nowhere'), at('no')].filter((name) => existsSync(name))).toEqual([])
    expect(readdirSync(at('other'))).toEqual(['index.html'])
  })

  it('a build that is half there, being written, or published already', () => {
    expect(run(script, [at('target')])).toMatchObject({ code: 0 })
    for (const [dist, words] of [
      ['halves', 'There is no'],
      ['building', 'A build is writing'],
      ['target/current', 'is a release already'],
    ] as const) {
      const own = at(dist, 'hosting', 'deploy')
      writeFileSync(own, readFileSync(script))
      expect(run(own, [at('target')])).toMatchObject({ code: 1, error: expect.stringContaining(words) })
    }
    const [only] = listReleases(at('target'))
    expect(listReleases(at('target'))).toHaveLength(1)
    for (const [args, words] of [
      [['rollback', at('target'), 'yesterday'], `There are: ${only}`],
      [['rollback', at('target'), '../../other'], `There are: ${only}`],
      [['rollback', at('target'), only as string], 'is current already'],
      [['unlock', at('target')], 'is not locked'],
    ] as const)
      expect(run(script, args)).toMatchObject({ code: 1, error: expect.stringContaining(words) })
    rmSync(at('target'), { recursive: true })
  })
})
