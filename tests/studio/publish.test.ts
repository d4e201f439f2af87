import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockOutput } from '../../cli/build/lock.ts'
import { needs } from '../needs.ts'
import { createSmallDisk } from '../relay/small-disk.ts'
import { until } from '../relay/until.ts'
import { ada, ben, createSite, git, HEADING, heading, openTestStudio, SERVICE } from './publishing-site.ts'

afterEach(() => vi.unstubAllEnvs())

function open(kind?: Parameters<typeof createSite>[0], settings = {}, parent?: string) {
  const site = createSite(kind, parent)
  onTestFinished(site.remove)
  return { ...site, ...openTestStudio(site.home, settings) }
}
const order = (value: number, was: number) => ({ kind: 'set', file: SERVICE, path: ['order'], value, was }) as const
const FORMAT = '--format=%an <%ae> %cn <%ce> %B'
const DONE = 'done done done done done done done'

/** Puts a script before git: it runs before the first command with this name, and git runs then. */
function beforeGit(command: string, script: string, folder: string): void {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const once = `[ -e ${bin}/done ] || { touch ${bin}/done; (${script}) >&2; }`
  writeFileSync(
    path.join(bin, 'git'),
    `#!/bin/sh\ncase " $* " in *" ${command} "*) ${once};; esac\nexec ${real} "$@"\n`,
  )
  chmodSync(path.join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
}

describe('a publication', () => {
  it('commits the edits with their author, pushes, builds and deploys them', async () => {
    const { home, remote, propose, publish, live, mails, events, studio } = open()
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
    const commit = `Ada <ada@example.com> Ben <ben@example.com> Listing care · Hero · Heading: ${HEADING} → Care.`
    for (const folder of [home, remote]) expect(git(folder, 'log', '-1', FORMAT)).toContain(commit)
    expect(git(home, 'status', '--porcelain')).toBe('')
    expect(studio.content.changes.list()).toEqual([])
    expect(mails).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining('/@studio/publications/20') }])
    expect(events).toMatchObject([{ action: 'publish', person: 'ben@example.com', changes: ada.id, failed: undefined }])
  })

  it.each([
    ['local', 'skipped done done skipped done done done'],
    ['plain', 'skipped done skipped skipped done done done'],
  ] as const)('works in a %s folder, and skips the steps that do not apply', async (kind, states) => {
    const { propose, publish, live, studio } = open(kind)
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states })
    expect([live(), studio.content.changes.list()]).toEqual(['Care.', []])
  })

  it('without a deploy command, makes the build visible only if it succeeds', async () => {
    const { propose, publish, retry, read, write, home } = open('plain', { deploy: undefined })
    await propose(ada, heading('Care.'))
    write('fail-build', '')
    const { id, failed } = await publish(ada.id)
    expect([failed, read('dist/site/site.yaml')]).toEqual(['build', ''])
    rmSync(path.join(home, 'fail-build'))
    expect(await retry(id)).toMatchObject({ states: 'skipped done skipped skipped done done skipped' })
    expect(read(SERVICE.replace('content', 'dist/site'))).toContain('heading: Care.')
  })

  it('commits to the repository that contains the folder of the content, with paths from its root', async () => {
    const { root, home, remote } = createSite('plain')
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    git(root, 'init', '--quiet', '--bare', remote)
    git(root, 'init', '--quiet')
    git(root, 'add', 'home/content')
    git(root, 'commit', '--quiet', '-m', 'First')
    git(root, 'remote', 'add', 'origin', remote)
    git(root, 'push', '--quiet', '--set-upstream', 'origin', 'main')
    const { propose, publish } = openTestStudio(home)
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(git(remote, 'diff', '--name-only', 'main~1', 'main')).toBe(`home/${SERVICE}`)
  })

  it('works if the content folder is a submodule on a branch', async () => {
    const { root, home, remote } = createSite('plain')
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const source = path.join(root, 'source')
    cpSync(path.join(home, 'content'), source, { recursive: true })
    git(source, 'init', '--quiet')
    git(source, 'add', '.')
    git(source, 'commit', '--quiet', '-m', 'First')
    git(root, 'clone', '--quiet', '--bare', source, remote)
    rmSync(path.join(home, 'content'), { recursive: true })
    git(home, 'init', '--quiet')
    git(home, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', remote, 'content')
    const { propose, publish } = openTestStudio(home)
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(git(remote, 'diff', '--name-only', 'main~1', 'main')).toBe('services/listing-care.yaml')
  })

  it('adds, renames and deletes files', async () => {
    const { home, propose, publish, read } = open('local')
    const quote = read('content/testimonials/abel-rope.yaml')
    await propose(
      ada,
      { kind: 'create', file: 'content/testimonials/new-rope.yaml', text: quote },
      { kind: 'rename', from: 'pier.jpg', to: 'quay.jpg' },
    )
    expect(await publish(ada.id)).toMatchObject({ failed: undefined })
    await propose(ada, { kind: 'delete', file: 'content/testimonials/new-rope.yaml' })
    expect(await publish(ada.id)).toMatchObject({ failed: undefined })
    expect(git(home, 'status', '--porcelain')).toBe('')
    const changed = git(home, 'show', '--format=', '--name-status', '--no-renames', 'HEAD~1').split('\n')
    expect(changed).toEqual(expect.arrayContaining(['A\tcontent/images/quay.jpg', 'D\tcontent/images/pier.jpg']))
    expect(git(home, 'show', '--format=', '--name-status', 'HEAD')).toBe('D\tcontent/testimonials/new-rope.yaml')
  })

  it("names the agent as the author of an agent's changes", async () => {
    const { home, publish, studio } = open('local')
    await studio.content.changes.propose('words', { edits: [heading('Care.')], author: 'robot', title: 'New words' })
    await publish('words')
    expect(git(home, 'log', '-1', FORMAT)).toMatch(
      /^robot <agent@edit\.example\.com> Ben <ben@example\.com> New words\n/,
    )
  })

  it('leaves edits that are made while it runs in the change set', async () => {
    const { home, root, propose, publish, live, studio } = open()
    await propose(ada, heading('Care.'))
    const file = path.join(home, '.northshelf', 'changes', `${ada.id}.json`)
    const set = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(path.join(root, 'later.json'), JSON.stringify({ ...set, edits: [...set.edits, order(20, 10)] }))
    beforeGit('push', `cp ${root}/later.json ${file}`, root)
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
    expect(studio.content.changes.summary(ada.id).edits).toEqual([`${SERVICE} order: 10 → 20`])
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
  })

  it('lets a person keep editing a value while it is published', async () => {
    const { home, root, propose, publish, live, studio } = open()
    await propose(ada, heading('Care.'))
    const file = path.join(home, '.northshelf', 'changes', `${ada.id}.json`)
    const set = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(path.join(root, 'later.json'), JSON.stringify({ ...set, edits: [heading('More care.')] }))
    beforeGit('push', `cp ${root}/later.json ${file}`, root)
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
    expect((await studio.content.changes.effect(ada.id)).failures).toEqual([])
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('More care.')
  })

  it('runs no hooks, filters and signing programs of the repository', async () => {
    const { home, root, read, propose, publish, pushAsDeveloper } = open()
    const script = `#!/bin/sh\ntouch ${root}/ran\nexit 1\n`
    for (const hook of ['pre-commit', 'commit-msg', 'post-merge', 'pre-push', 'reference-transaction', 'post-checkout'])
      writeFileSync(path.join(home, '.git/hooks', hook), script, { mode: 0o755 })
    writeFileSync(path.join(root, 'program'), script, { mode: 0o755 })
    for (const setting of ['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'gpg.program', 'core.fsmonitor'])
      git(home, 'config', setting, path.join(root, 'program'))
    git(home, 'config', 'commit.gpgSign', 'true')
    pushAsDeveloper('.gitattributes', () => '*.yaml filter=x\n')
    pushAsDeveloper('content/facts.yaml', (text) => `${text}# checked\n`)
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(read('content/facts.yaml')).toContain('# checked')
    expect(existsSync(path.join(root, 'ran'))).toBe(false)
  })
})

describe('a publication beside other work', () => {
  it('first gets the commits that others have pushed', async () => {
    const { home, propose, publish, live, pushAsDeveloper } = open()
    await propose(ada, heading('Care.'))
    pushAsDeveloper('content/facts.yaml', (text) => `${text}# checked\n`)
    pushAsDeveloper('notes.txt', () => 'notes')
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
    expect(git(home, 'log', '--format=%s', '-3').split('\n').slice(1)).toEqual([
      'Change notes.txt',
      'Change content/facts.yaml',
    ])
    expect(git(home, 'status', '--porcelain')).toBe('')
  })

  it('starts again if a developer pushes before it does', async () => {
    const { root, home, remote, propose, publish, live, pushAsDeveloper } = open()
    await propose(ada, heading('Care.'))
    pushAsDeveloper('notes.txt', () => 'notes')
    const developer = path.join(root, 'developer')
    writeFileSync(path.join(developer, 'more.txt'), 'more')
    git(developer, 'add', '.')
    git(developer, 'commit', '--quiet', '-m', 'More')
    beforeGit('push', `git -C ${developer} push --quiet`, root)
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
    expect(git(remote, 'log', '--format=%an %s', '-2')).toMatch(/^Ada .*\nDev More$/)
    expect(git(home, 'rev-parse', 'HEAD')).toBe(git(remote, 'rev-parse', 'HEAD'))
  })

  it('shows the conflict with the commit of a developer, and changes nothing', async () => {
    const { root, propose, publish, live, pushAsDeveloper, studio } = open()
    await propose(ada, heading('Care.'))
    pushAsDeveloper('notes.txt', () => 'notes')
    const developer = path.join(root, 'developer')
    const place = path.join(developer, SERVICE)
    writeFileSync(place, readFileSync(place, 'utf8').replace(HEADING, 'Theirs.'))
    git(developer, 'commit', '--quiet', '--all', '-m', 'Theirs')
    beforeGit('push', `git -C ${developer} push --quiet`, root)
    expect(await publish(ada.id)).toMatchObject({
      failed: 'check',
      message: expect.stringContaining('no longer contains what this edit replaces'),
    })
    const { changes } = studio.content
    const { failures } = await changes.effect(ada.id)
    expect(failures).toMatchObject([{ conflict: { was: HEADING, now: 'Theirs.', proposed: 'Care.' } }])
    await changes.resolve(ada.id, 0, changes.summary(ada.id).hash, 'Theirs.')
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
  })

  it('changes nothing if the remote repository refuses the push, and can be tried again', async () => {
    const { home, remote, propose, publish, retry, live, read, studio } = open()
    writeFileSync(path.join(remote, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    await propose(ada, heading('Care.'))
    const { id, failed, message } = await publish(ada.id)
    expect([failed, message, live()]).toEqual([
      'push',
      'The push was rejected: [remote rejected] (pre-receive hook declined)',
      undefined,
    ])
    expect([read(SERVICE).includes(HEADING), git(home, 'status', '--porcelain')]).toEqual([true, ''])
    expect(studio.content.changes.list()).toHaveLength(1)
    rmSync(path.join(remote, 'hooks', 'pre-receive'))
    expect(await retry(id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
  })

  it('leaves other uncommitted changes untouched, and names those that conflict', async () => {
    const { home, propose, publish, retry, live, read, write } = open()
    write('content/facts.yaml', `${read('content/facts.yaml')}# local\n`)
    write('staged.txt', 'staged')
    git(home, 'add', 'staged.txt')
    const before = git(home, 'status', '--porcelain')
    await propose(ada, heading('Care.'))
    expect(await publish(ada.id)).toMatchObject({ states: DONE })
    expect(git(home, 'status', '--porcelain')).toBe(before)
    await propose(ada, heading('More care.', 'Care.'))
    write(SERVICE, `${read(SERVICE)}# local\n`)
    const { id, failed, message } = await publish(ada.id)
    expect([failed, message]).toEqual(['check', `The server has uncommitted changes in ${SERVICE}. Commit them there.`])
    expect([live(), read(SERVICE).endsWith('# local\n')]).toEqual(['Care.', true])
    git(home, 'checkout', '--quiet', SERVICE)
    expect(await retry(id)).toMatchObject({ states: DONE })
  })

  it.each([
    ['detached HEAD', (home: string) => git(home, 'switch', '--quiet', '--detach'), 'Run git switch on the server'],
    ['a branch without commits', (home: string) => git(home, 'switch', '--quiet', '--orphan', 'x'), 'no commits yet'],
  ])('explains what to do in a repository with %s', async (_, change, text) => {
    const { home, propose, publish } = open('local')
    await propose(ada, heading('Care.'))
    cpSync(path.join(home, 'content'), path.join(home, 'copy'), { recursive: true })
    change(home)
    cpSync(path.join(home, 'copy'), path.join(home, 'content'), { recursive: true })
    expect((await publish(ada.id)).message).toContain(text)
  })

  it('reports that git is missing', async () => {
    const { root, propose, publish } = open()
    await propose(ada, heading('Care.'))
    const bin = path.join(root, 'bin')
    mkdirSync(bin)
    symlinkSync('/bin/sh', path.join(bin, 'sh'))
    vi.stubEnv('PATH', bin)
    expect(await publish(ada.id)).toMatchObject({ failed: 'get', message: 'git is not installed.' })
  })

  it('publishes two change sets one after the other, even if two processes start at once', async () => {
    const { home, propose, studio, publisher, live, read } = open()
    await propose(ada, heading('Care.'))
    await propose(ben, order(20, 10))
    const other = openTestStudio(home)
    const hashOf = (name: string) => studio.content.changes.summary(name).hash
    const first = await publisher.publish(ada.id, hashOf(ada.id), ben)
    const second = await other.publisher.publish(ben.id, hashOf(ben.id), ben)
    await Promise.all([publisher.resume(), other.publisher.resume()])
    for (const id of [first, second])
      expect(
        publisher.publications
          .read(id)
          .steps.map(({ state }) => state)
          .join(' '),
      ).toBe(DONE)
    expect([live(), read('live/services/listing-care.yaml').includes('order: 20')]).toEqual(['Care.', true])
    expect(git(home, 'log', '--format=%an', '-2').split('\n').sort()).toEqual(['Ada', 'Ben'])
  })

  it('waits for another build in the output folder', async () => {
    const { home, propose, studio, publisher, finish, live } = open()
    await propose(ada, heading('Care.'))
    const release = await lockOutput(path.join(home, 'dist'))
    const id = await publisher.publish(ada.id, studio.content.changes.summary(ada.id).hash, ben)
    const isBuilding = () =>
      publisher.publications.read(id).steps.some(({ name, state }) => name === 'build' && state === 'running')
    await until('the build', isBuilding)
    release()
    expect(await finish(id)).toMatchObject({ states: DONE })
    expect(live()).toBe('Care.')
  })
})

describe('a publication that fails', () => {
  it.each(['build', 'deploy'])(
    'in the step %s keeps the commit and the published site, and can be tried again',
    async (step) => {
      const { home, remote, propose, publish, retry, live, write, publisher, events } = open('clone', {
        deploy: '[ ! -e fail-deploy ] && rm -rf live && cp -R dist/site live || { echo no space; exit 4; }',
      })
      await propose(ada, heading('Care.'))
      await publish(ada.id)
      await propose(ada, heading('More care.', 'Care.'))
      write(`fail-${step}`, '')
      const { id, failed, message } = await publish(ada.id)
      expect([failed, message, live()]).toEqual([step, expect.stringMatching(/exit code \d/), 'Care.'])
      expect(publisher.publications.readLog(id, step as 'build')).toMatch(/broken|no space/)
      expect(git(remote, 'rev-parse', 'HEAD')).toBe(git(home, 'rev-parse', 'HEAD'))
      expect(events.at(-1)).toMatchObject({ action: 'publication-failed', failed: step })
      rmSync(path.join(home, `fail-${step}`))
      expect(await retry(id)).toMatchObject({ states: DONE })
      expect(live()).toBe('More care.')
    },
  )

  it('because the disk is full loses nothing, and can be tried again', needs('a mounted tmpfs'), async () => {
    const disk = await createSmallDisk()
    const { home, propose, publish, retry, live, studio, publisher } = open('clone', {}, disk.folder)
    await propose(ada, heading('Care.'))
    const failed: (string | undefined)[] = []
    // The first publication fails; with more space, it comes further.
    await disk.fill(10_000)
    const { id, ...first } = await publish(ada.id)
    failed.push(first.failed)
    for (const left of [20_000, 40_000, 80_000]) {
      await disk.empty()
      await disk.fill(left)
      if (failed.at(-1)) failed.push((await retry(id)).failed)
      expect([undefined, 'Care.']).toContain(live())
      expect(studio.content.changes.list().length + Number(git(home, 'rev-list', '--count', 'HEAD'))).toBe(2)
    }
    expect(failed[0]).toBeDefined()
    await disk.empty()
    if (failed.at(-1)) await retry(id)
    expect(
      publisher.publications
        .read(id)
        .steps.map(({ state }) => state)
        .join(' '),
    ).toBe(DONE)
    expect([live(), git(home, 'status', '--porcelain')]).toEqual(['Care.', ''])
  })
})

describe('undoing a publication', () => {
  it('publishes the reverse of the change, as a commit of the person who undoes it', async () => {
    const { home, propose, publish, finish, publisher, live } = open()
    await propose(ada, heading('Care.'))
    const { id } = await publish(ada.id)
    await finish(publisher.undo(id, ben))
    expect(live()).toBe(HEADING)
    expect(git(home, 'log', '-1', '--format=%an %s')).toMatch(/^Ben Undo Listing care · Hero · Heading/)
    expect(git(home, 'diff', 'HEAD~2', 'HEAD')).toBe('')
  })

  it('is refused, with the names of the files, if a later change touched them', async () => {
    const { propose, publish, finish, publisher, live } = open('local')
    await propose(ada, heading('Care.'))
    const { id } = await publish(ada.id)
    await propose(ben, heading('More care.', 'Care.'))
    await publish(ben.id)
    const { failed, message } = await finish(publisher.undo(id, ben))
    expect([failed, message]).toEqual(['check', expect.stringContaining(`have changed since then: ${SERVICE}.`)])
    expect(live()).toBe('More care.')
  })

  it('is refused if other content now depends on the change', async () => {
    const { propose, publish, finish, publisher, read } = open('plain')
    const text = read('content/testimonials/abel-rope.yaml')
    await propose(ada, { kind: 'create', file: 'content/testimonials/new-rope.yaml', text })
    const { id } = await publish(ada.id)
    await propose(ada, { kind: 'set', file: SERVICE, path: ['testimonial'], value: 'new-rope' })
    await publish(ada.id)
    const { failed, message } = await finish(publisher.undo(id, ben))
    expect([failed, message]).toEqual(['check', expect.stringMatching(/has errors:\n.*listing-care\.yaml:\d+ /)])
  })
})

describe('publishing scheduled changes', () => {
  it('builds and deploys once when an entry is due since the last publication, without a commit', async () => {
    const { home, propose, publish, finish, publisher, read, write, mails } = open()
    const article = 'content/blog/ceilings-for-ads.md'
    const text = read(article).replace(/^(?:published|updated): .*\n/gm, '')
    write(
      'content/blog/later.md',
      text.replace('---\n', '---\npublished: 2931-05-05\n').replace('title: ', 'title: Later '),
    )
    const head = git(home, 'rev-parse', 'HEAD')
    expect(await publisher.publishDue(new Date('2931-05-04'))).toBeUndefined()
    const due = async () => finish((await publisher.publishDue(new Date('2931-05-05T12:00:00Z'))) ?? '')
    // Also before anything else has been published.
    expect(await due()).toMatchObject({ states: 'done skipped skipped skipped skipped done done' })
    expect(git(home, 'rev-parse', 'HEAD')).toBe(head)
    await propose(ada, heading('Care.'))
    await publish(ada.id)
    write('fail-build', '')
    expect(await due()).toMatchObject({ failed: 'build' })
    expect(mails.at(-1)).toMatchObject({ to: 'ben@example.com', subject: 'Not published: Scheduled changes' })
  })
})
