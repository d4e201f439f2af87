import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startLocalStudio } from '../../cli/commands/studio.ts'
import { listen } from '../../cli/preview/server.ts'
import { createMailReceiver } from '../relay/mail-receiver.ts'
import { runHere } from '../run-here.ts'
import { createStudioFolder, people, serveStudio } from './serve-studio.ts'

/** Runs a command of the studio in a folder. */
const run = (folder: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  runHere(['studio', ...args], {
    ...{ SITE_CONTENT: path.join(folder, 'content'), STUDIO_DATA: path.join(folder, 'data') },
    ...env,
  })

describe('site studio link', () => {
  it('prints a link that signs a person in to a running studio', async () => {
    const { folder, url, send } = await serveStudio()
    const { stdout } = await run(folder, ['link', 'ADA@example.com'], { STUDIO_URL: url.origin })
    expect(stdout).toMatch(new RegExp(`^${url.origin}/@studio/sign-in/[\\w-]{43}\\n$`))
    const signedIn = await send(stdout.trim(), { form: {} })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/@studio/'])
  })

  it('fails for strangers, and while studio.yaml has errors', async () => {
    const { folder, writePeople } = createStudioFolder()
    const stranger = await run(folder, ['link', 'eve@example.com'])
    expect([stranger.code, stranger.stderr]).toEqual([
      2,
      'studio.yaml lists nobody with the address eve@example.com.\n',
    ])
    writePeople([])
    const invalid = await run(folder, ['link', 'ada@example.com'])
    expect(invalid.code).toBe(1)
    expect(invalid.stderr).toContain('studio.yaml, next to the content folder, must list the people')
  })
})

describe('site studio sessions', () => {
  it('lists sessions, and ends those of a person or one of them at once', async () => {
    const { folder, signIn, send } = await serveStudio()
    const [ada, ben] = [await signIn('ada@example.com'), await signIn('ben@example.com')]
    const status = async (cookie: string) => (await send('/page', { cookie })).status
    const { stdout } = await run(folder, ['sessions'])
    expect(stdout).toMatch(/^[\da-f]{12} {2}\S+Z {2}ada@example.com\n[\da-f]{12} {2}\S+Z {2}ben@example.com\n$/)
    const ended = await run(folder, ['sessions', '--revoke', 'Ada@example.com'])
    expect(ended.stdout).toMatch(/^ended [\da-f]{12} {2}\S+ {2}ada@example.com\n$/)
    expect([await status(ada), await status(ben)]).toEqual([303, 404])
    const [, id = ''] = /\n(\w+)/.exec(stdout) ?? []
    await run(folder, ['sessions', '--revoke', id])
    expect(await status(ben)).toBe(303)
    expect((await run(folder, ['sessions', '--revoke', id])).code).toBe(2)
  })
})

describe('site studio doctor', () => {
  it('reports what is missing, and how to add it', async () => {
    const { folder, writePeople } = createStudioFolder()
    writePeople([people.ada])
    const { code, stdout } = await run(folder, ['doctor'])
    expect(code).toBe(0)
    expect(stdout.replaceAll(folder, '')).toBe(`ok    address   http://127.0.0.1:4180
warn  people    nobody may publish; give someone the permission "publish"
ok    folders   /content and /data are writable
warn  mail      SMTP_URL is not set: "site studio link" prints sign-in links
warn  relay     STUDIO_RELAY is not set: the studio shows no leads
warn  git       /content is not in a repository: publications are not committed
warn  deploy    STUDIO_DEPLOY is not set: the web server must serve the output folder
`)
  })

  it('connects to the mail server and the relay, and finds the repository and the command', async () => {
    const { folder } = createStudioFolder()
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '--quiet', '--bare', 'site.git')
    git('init', '--quiet')
    git('remote', 'add', 'origin', 'site.git')
    git('-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'First')
    git('push', '--quiet', '--set-upstream', 'origin', 'HEAD')
    const { url } = await createMailReceiver()
    const relay = createServer(({ url, headers }, response) => {
      const isAllowed = url === '/@studio/leads' && headers.authorization === 'Bearer secret'
      response.writeHead(isAllowed ? 200 : 404).end()
    })
    onTestFinished(() => void relay.close())
    const port = await listen(relay, '127.0.0.1', 0)
    const { code, stdout } = await run(folder, ['doctor'], {
      ...{ STUDIO_URL: 'https://edit.example.com', STUDIO_DEPLOY: 'RELEASES=3 ./deploy' },
      ...{ SMTP_URL: url, SMTP_FROM: 'studio@example.com' },
      ...{ STUDIO_RELAY: `http://127.0.0.1:${port}`, STUDIO_RELAY_KEY: 'secret' },
    })
    expect([code, stdout.match(/^\w+ +\w+/gm)]).toEqual([
      0,
      ['address', 'people ', 'folders', 'mail   ', 'relay  ', 'git    ', 'deploy '].map(
        (name) => `ok    ${name.trim()}`,
      ),
    ])
    expect(stdout).toContain('publications are committed and pushed')
    expect(stdout).not.toContain('secret')
    git('branch', '--unset-upstream')
    const other = await run(folder, ['doctor'], {
      ...{ STUDIO_RELAY: `http://127.0.0.1:${port}`, STUDIO_RELAY_KEY: 'other' },
    })
    expect(other.stdout).toMatch(/^fail {2}relay {5}.+: status 404; RELAY_LEADS_KEY must be STUDIO_RELAY_KEY; /m)
    expect(other.stdout).toMatch(
      /^warn {2}git {7}the branch has no upstream: publications are committed but not pushed$/m,
    )
  })

  it('fails if the studio cannot work', async () => {
    const { folder } = createStudioFolder()
    writeFileSync(path.join(folder, 'studio.yaml'), 'people:\n  - name: Ada\n')
    const mail = await createMailReceiver()
    await mail.close()
    const { code, stdout } = await run(folder, ['doctor'], {
      ...{ SMTP_URL: mail.url, SMTP_FROM: 'studio@example.com' },
      ...{ STUDIO_RELAY: 'http://127.0.0.1:1', STUDIO_RELAY_KEY: 'secret' },
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail {2}people {4}studio.yaml:2: "email" is missing; site check shows all problems$/m)
    expect(stdout).toMatch(/^fail {2}mail {6}\S+: connect ECONNREFUSED \S+; check SMTP_URL$/m)
    expect(stdout).toMatch(/^fail {2}relay {5}http:\/\/127.0.0.1:1\/: .+; check STUDIO_RELAY and STUDIO_RELAY_KEY$/m)
  })
})

describe('npm start', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  /** Starts the local studio of a folder. */
  async function start(folder: string) {
    const [stdout, stderr] = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockReturnValue(true),
    )
    const options = { content: path.join(folder, 'content'), out: path.join(folder, 'dist'), json: false, quiet: false }
    const stop = await startLocalStudio(options, undefined)
    return { stop, printed: `${stdout?.mock.calls.join('')}`, errors: `${stderr?.mock.calls.join('')}` }
  }
  const getLink = (text: string) => /http:\S+/.exec(stripVTControlCharacters(text))?.[0] ?? ''

  it('shows the studio to the person at the machine, until it ends', async () => {
    const { folder } = createStudioFolder()
    rmSync(path.join(folder, 'studio.yaml'))
    const { stop, printed } = await start(folder)
    expect(await (await fetch(getLink(printed))).text()).toContain('You sign in as You, you@localhost.')
    await stop()
    await expect(fetch(getLink(printed))).rejects.toThrow()
    expect(existsSync(path.join(folder, '.northshelf'))).toBe(false)
  })

  it('signs in a person of studio.yaml who may publish', async () => {
    const { folder } = createStudioFolder()
    const { stop, printed } = await start(folder)
    expect(await (await fetch(getLink(printed))).text()).toContain('You sign in as Ben, ben@example.com.')
    await stop()
  })

  it('continues without the studio if it cannot start', async () => {
    const { folder, writePeople } = createStudioFolder()
    writePeople([])
    const { stop, printed, errors } = await start(folder)
    expect([printed, errors]).toEqual(['', expect.stringContaining('The studio did not start.')])
    await stop()
  })
})

describe('the settings of the studio', () => {
  it.each([
    [{ STUDIO_URL: 'http://edit.example.com' }, 'STUDIO_URL must be https:// and a host name'],
    [{ STUDIO_URL: 'https://edit.example.com/studio' }, 'STUDIO_URL must be https:// and a host name'],
    [{ STUDIO_URL: 'edit.example.com' }, 'STUDIO_URL must be a URL that begins with https:// or http://.'],
    [{ STUDIO_PORT: '70000' }, 'STUDIO_PORT must be a number from 0 to 65535; it is 70000.'],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'Set both SMTP_URL and SMTP_FROM, or neither.'],
    [{ STUDIO_RELAY: 'http://127.0.0.1:8787' }, 'Set both STUDIO_RELAY and STUDIO_RELAY_KEY, or neither.'],
    [{ SMTP_URL: 'a:password@:', SMTP_FROM: 'a@example.com' }, 'SMTP_URL must be a URL'],
  ])('%j is refused', async (env, message) => {
    const { folder } = createStudioFolder()
    const { code, stderr } = await run(folder, ['doctor'], env)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(stderr).not.toContain('password')
  })

  it('may be in files', async () => {
    const { folder } = createStudioFolder()
    const { url } = await createMailReceiver()
    const file = path.join(folder, 'smtp')
    writeFileSync(file, `${url}\n`)
    const env = { SMTP_URL_FILE: file, SMTP_FROM: 'studio@example.com' }
    expect((await run(folder, ['doctor'], env)).stdout).toMatch(/^ok {4}mail {6}\S+ answers$/m)
    const missing = await run(folder, ['doctor'], { ...env, SMTP_URL_FILE: '/missing' })
    expect([missing.code, missing.stderr]).toEqual([3, 'Cannot open /missing: it does not exist.\n'])
  })
})

describe('the settings in the guide', () => {
  it('are those of the commands, and its studio.yaml is valid', async () => {
    const guide = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'operators.md'), 'utf8')
    const section = guide.slice(guide.indexOf('\n## Set up the studio\n'), guide.indexOf('\n## More than one machine'))
    const blocks = [...section.matchAll(/\n```(\w*)\n(.*?)```/gs)]
    const [yaml = ''] = blocks.filter(([, language]) => language === 'yaml').map(([, , text]) => text)
    const [settings = ''] = blocks.flatMap(([, , text = '']) => (text.startsWith('STUDIO_URL=') ? [text] : []))
    const { folder } = createStudioFolder()
    writeFileSync(path.join(folder, 'studio.yaml'), yaml)
    const env = Object.fromEntries(
      [...settings.matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(Object.keys(env).length).toBeGreaterThan(5)
    const { stdout } = await run(folder, ['doctor'], env)
    expect(stdout).toMatch(/^ok {4}people/m)
    const [, address] = /^site studio\n|https:\/\/\S+/.exec(stdout) ?? []
    expect(address).toBeUndefined()
    for (const [, words = ''] of section.matchAll(/^# site-studio northshelf\.example (.*)$/gm)) {
      const [name = ''] = words.split(' ')
      expect((await run(folder, [name, '--help'])).stdout).toContain(`studio ${name}`)
    }
  })
})
