import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { has, needs } from '../needs.ts'
import { type RunningDev, runDev } from './running-dev.ts'

const SERVICE = 'harbor/services/ad-tending.yaml'
const ARTICLE = 'harbor/blog/ceilings-for-ads.md'
let dev: RunningDev
let root: string
let token: string

beforeAll(async () => {
  dev = await runDev({ prepare })
  root = path.dirname(dev.file('.'))
  token = JSON.parse((await ask('GET', 'session', { token: undefined })).text).token
})
afterAll(() => dev?.clean())

/** Creates files outside the content folder, and a git repository whose configuration runs programs. */
function prepare(content: string): void {
  const folder = path.dirname(content)
  const at = (name: string) => path.join(folder, name)
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' })
  writeFileSync(at('outside.yaml'), 'secret: 1\n')
  mkdirSync(at('elsewhere'))
  writeFileSync(at('elsewhere/ad-tending.yaml'), 'secret: 2\n')
  if (!has('git')) return
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'first')
  const program = at('program')
  writeFileSync(program, `#!/bin/sh\ntouch ${at('was-run')}\ncat\n`, { mode: 0o755 })
  for (const hook of ['post-index-change', 'post-checkout', 'pre-commit'])
    writeFileSync(at(`.git/hooks/${hook}`), `#!/bin/sh\ntouch ${at('was-run')}\n`, { mode: 0o755 })
  for (const name of ['core.fsmonitor', 'diff.external', 'diff.x.textconv', 'diff.x.command', 'core.pager'])
    git('config', name, program)
  for (const name of ['clean', 'smudge', 'process']) git('config', `filter.x y.${name}`, program)
  writeFileSync(at('.git/info/attributes'), '* diff=x\n')
  writeFileSync(at('.gitattributes'), '* filter=x\n')
  git('config', 'filter.x.clean', program)
}

interface RequestOptions {
  sent?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

/** Sends a raw HTTP request, so that a test can set every header. */
function ask(
  method: string,
  name: string,
  options: RequestOptions = {},
): Promise<{ status: number; text: string; json: Answer }> {
  const { sent, headers, token: ownToken } = { token, ...options }
  const body = sent === undefined || Buffer.isBuffer(sent) || typeof sent === 'string' ? sent : JSON.stringify(sent)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${dev.site}/@edit/${name}`,
      {
        method,
        headers: {
          ...(ownToken !== undefined && { 'x-edit-token': ownToken }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (response) => {
        let text = ''
        for await (const part of response.setEncoding('utf8')) text += part
        resolve({ status: response.statusCode ?? 0, text, json: text.startsWith('{') ? JSON.parse(text) : {} })
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

interface Answer {
  message?: string
  version?: string
  versions?: Record<string, string>
  name?: string
  body?: string
  file?: string
  problems?: { file: string; path: (string | number)[]; message: string }[]
  conflict?: { file: string; text?: string }
}

/** Returns the contents of all files in and around the content folder, keyed by path. Omits the server's own files. */
function listAll(): Record<string, string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/^(?:out|relay|\.git)\//.test(path.relative(root, file)))
  const contentOf = (file: string) => {
    try {
      return readFileSync(file, 'latin1')
    } catch {
      return `link to ${readlinkSync(file)}`
    }
  }
  return Object.fromEntries(found.map((file) => [path.relative(root, file), contentOf(file)]))
}

/** Sends a request, and checks that the server rejects it and changes no files. */
async function refused(status: number, method: string, name: string, options: RequestOptions = {}): Promise<Answer> {
  const before = listAll()
  const answer = await ask(method, name, options)
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('{"message":"')])
  expect(listAll()).toEqual(before)
  return answer.json
}

const versionOf = async (file: string) =>
  (await ask('GET', `entry?file=${encodeURIComponent(file)}`)).json.version ?? 'unread'
const set = (field: (string | number)[], value: unknown) => ({ kind: 'set', path: field, value })
const saveOf = (file: string, version: string, ...changes: unknown[]) => ({ edits: [{ file, version, changes }] })

describe('a forged or malformed request to the editor', () => {
  const own = () => new URL(dev.site).host
  it.each<[string, () => RequestOptions]>([
    ['it comes from a page on another site', () => ({ headers: { origin: 'http://evil.example' } })],
    ['its origin is null', () => ({ headers: { origin: 'null' } })],
    ['it comes from a page on another port', () => ({ headers: { origin: 'http://127.0.0.1:1' } })],
    ['its origin has another scheme', () => ({ headers: { origin: `https://${own()}` } })],
    ['its host is the address of another machine', () => ({ headers: { host: '192.0.2.1' } })],
    ['it has no token', () => ({ token: undefined })],
    ['its token is wrong', () => ({ token: token.replace(/.$/, '!') })],
    ['its token is incomplete', () => ({ token: token.slice(0, 9) })],
    ['the browser marks it as cross-site', () => ({ headers: { 'sec-fetch-site': 'cross-site' } })],
    ['the browser marks it as same-site', () => ({ headers: { 'sec-fetch-site': 'same-site' } })],
  ])('is rejected with 403 if %s', async (_, options) => {
    await refused(403, 'POST', 'remove', { sent: { file: ARTICLE }, ...options() })
  })

  it.each(['/', '/inbox', '/@edit/session', '/@vite/client', '/functions/v1/send-form-submission'])(
    'is rejected with 403 if its host is an unknown name: %s',
    async (target) => {
      const status = await new Promise((resolve, reject) =>
        request(`${dev.site}${target}`, { headers: { host: '127.0.0.1.evil.example' } }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end(),
      )
      expect(status).toBe(403)
    },
  )

  it('receives no session token', async () => {
    for (const headers of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await refused(403, 'GET', 'session', { token: undefined, headers })).message).toMatch(/Only pages/)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'is rejected with 415 if its content type is not JSON: %j',
    async (type) => {
      await refused(415, 'POST', 'remove', { sent: { file: ARTICLE }, headers: { 'content-type': type } })
    },
  )

  it('is rejected with 403 if it is a preflight request from another site', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const { status, text } = await ask('OPTIONS', 'save', { token: undefined, headers })
    expect([status, text]).toEqual([403, expect.not.stringContaining('token')])
  })

  it('is rejected with 404 if its endpoint does not exist', async () => {
    for (const [method, name] of [
      ['GET', 'save'],
      ['POST', 'session'],
      ['PUT', 'save'],
      ['POST', 'constructor'],
      ['POST', ''],
    ])
      await refused(404, method as string, name as string, method === 'GET' ? {} : { sent: {} })
  })
})

describe('a file that is not editable content', () => {
  it.each([
    ...[
      '../outside.yaml',
      'harbor/../outside.yaml',
      'harbor/services/../../outside.yaml',
      '/etc/passwd',
      'outside.yaml',
    ],
    ...['harbor\\..\\outside.yaml', 'harbor/..\\outside.yaml', 'harbor/%2e%2e/outside.yaml', 'harbor/site.yaml\0.md'],
    ...[
      'elsewhere/ad-tending.yaml',
      'HARBOR/site.yaml',
      'harbor',
      'harbor/',
      '',
      '.',
      'harbor//site.yaml',
      './harbor/site.yaml',
    ],
    ...[
      'harbor/./site.yaml',
      'harbor/site.yaml/',
      'harbor/.hidden.yaml',
      'harbor/services/.ad-tending.yaml',
      'harbor/run.sh',
    ],
    ...['harbor/constructor.yaml', 'harbor/__proto__.yaml', 'harbor/services/deep/one.yaml', 'harbor/.git/config'],
  ])('cannot be read or written by requesting the path %j', async (file) => {
    const requests = [
      ['save', saveOf(file, 'gone', set(['title'], 'x'))],
      ...[
        ['remove', { file }],
        ['rename', { file, to: 'other' }],
        ['preview', { file, text: 'x' }],
      ],
    ] as const
    const before = listAll()
    expect((await ask('GET', `entry?file=${encodeURIComponent(file)}`)).status).toBeOneOf([403, 404])
    for (const [name, sent] of requests) expect((await ask('POST', name, { sent })).status, name).toBeOneOf([403, 404])
    if (has('git')) expect((await ask('POST', 'revert', { sent: { file } })).status).toBeOneOf([403, 404])
    expect(listAll()).toEqual(before)
  })

  it('is neither read nor written through a symbolic link to it or to its folder', async () => {
    symlinkSync(path.join(root, 'outside.yaml'), dev.file('services/leak.yaml'))
    renameSync(dev.file('solutions'), path.join(root, 'kept'))
    symlinkSync(path.join(root, 'elsewhere'), dev.file('solutions'))
    try {
      for (const file of ['harbor/services/leak.yaml', 'harbor/solutions/ad-tending.yaml'])
        expect((await refused(403, 'POST', 'save', { sent: saveOf(file, 'x', set(['secret'], 3)) })).message).toMatch(
          /outside the content folder/,
        )
      await refused(403, 'POST', 'revert', { sent: { file: 'harbor/solutions/new.yaml' } })
    } finally {
      rmSync(dev.file('services/leak.yaml'))
      rmSync(dev.file('solutions'))
      renameSync(path.join(root, 'kept'), dev.file('solutions'))
    }
  })

  it('is not overwritten if a symbolic link to it replaces the temporary file of a save', async () => {
    symlinkSync(path.join(root, 'outside.yaml'), dev.file('services/.ad-tending.yaml.new'))
    const sent = saveOf(SERVICE, await versionOf(SERVICE), set(['title'], 'Ads that are tended'))
    expect((await ask('POST', 'save', { sent })).status).toBe(200)
    expect(readFileSync(path.join(root, 'outside.yaml'), 'utf8')).toBe('secret: 1\n')
    expect(existsSync(dev.file('services/.ad-tending.yaml.new'))).toBe(false)
    expect((await ask('POST', 'undo', { sent: {} })).status).toBe(200)
  })
})

describe('an edit', () => {
  it.each<[string, number, (version: string) => unknown]>([
    ['invalid JSON', 400, () => '{'],
    ['invalid UTF-8', 400, () => Buffer.from('{"edits":"\xff"}', 'latin1')],
    ['null instead of an object', 400, () => 'null'],
    ['no changes', 400, () => ({ edits: [] })],
    ['an unknown kind of change', 400, (version) => saveOf(SERVICE, version, { kind: 'toString', path: ['title'] })],
    ['an empty path', 400, (version) => saveOf(SERVICE, version, set([], 'x'))],
    ['a negative index', 400, (version) => saveOf(SERVICE, version, set(['features', -1], 'x'))],
    ['a null value', 400, (version) => saveOf(SERVICE, version, set(['title'], null))],
    ['a path through __proto__', 400, (version) => saveOf(SERVICE, version, set(['__proto__', 'x'], 1))],
    ['a constructor in a path', 400, (version) => saveOf(SERVICE, version, set(['constructor', 'prototype', 'x'], 1))],
    [
      'a value with a __proto__ field',
      400,
      (version) => JSON.stringify(saveOf(SERVICE, version, set(['hero'], 0))).replace(':0}', ':{"__proto__":{"x":1}}}'),
    ],
    [
      'deeply nested lists',
      400,
      (version) =>
        JSON.stringify(saveOf(SERVICE, version, set(['title'], 0))).replace(
          ':0}',
          `:${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
        ),
    ],
    ['a path of 5,000 steps', 400, (version) => saveOf(SERVICE, version, set(Array(5000).fill('x'), 1))],
    ['1,000 changes', 400, (version) => saveOf(SERVICE, version, ...Array(1000).fill(set(['title'], 'x')))],
    [
      'two edits to one file',
      400,
      (version) => ({ edits: [1, 2].flatMap(() => saveOf(SERVICE, version, set(['title'], 'x')).edits) }),
    ],
    ['a body of 3 MB', 413, () => 'x'.repeat(3 << 20)],
  ])('is rejected if it has %s', async (_, status, sent) => {
    await refused(status, 'POST', 'save', { sent: sent(await versionOf(SERVICE)) })
  })

  it.each<[string, unknown]>([
    ['contains a control character', 'Ads\u0000 tended'],
    ['contains an invisible editor mark', 'Ads\u{E0001} tended'],
    ['contains a lone surrogate', 'Ads \ud83d tended'],
    ['is 1 MB long', 'word '.repeat(200_000)],
    ['is a group of fields', { title: 'x' }],
  ])('is rejected with an error at the title field if the title %s', async (_, value) => {
    const { problems } = await refused(422, 'POST', 'save', {
      sent: saveOf(SERVICE, await versionOf(SERVICE), set(['title'], value)),
    })
    expect([problems?.[0]?.file, problems?.[0]?.path[0]]).toEqual([SERVICE, 'title'])
  })

  it('cannot use a field or type that the schema does not define', async () => {
    for (const [field, status] of [
      ['constructor', 400],
      ['nothing', 404],
    ] as const)
      await refused(status, 'POST', 'sample', { sent: { file: SERVICE, path: [field] } })
    await refused(404, 'GET', 'kind?name=constructor')
  })
})

describe('saving a file', () => {
  const title = (text: string) => set(['title'], text)
  it('does not overwrite a file that changed after it was read, and returns its current text', async () => {
    const version = await versionOf(SERVICE)
    const before = readFileSync(path.join(root, SERVICE), 'utf8')
    dev.write('services/ad-tending.yaml', `${before}# by hand\n`)
    const { conflict } = await refused(409, 'POST', 'save', { sent: saveOf(SERVICE, version, title('Mine')) })
    expect(conflict).toEqual({ file: SERVICE, text: `${before}# by hand\n` })
    rmSync(path.join(root, SERVICE))
    expect((await refused(409, 'POST', 'save', { sent: saveOf(SERVICE, version, title('Mine')) })).message).toMatch(
      /no longer exists/,
    )
    mkdirSync(path.join(root, SERVICE))
    await refused(403, 'POST', 'save', { sent: saveOf(SERVICE, version, title('Mine')) })
    rmSync(path.join(root, SERVICE), { recursive: true })
    writeFileSync(path.join(root, SERVICE), before)
  })

  it('succeeds for only one of two windows that save at the same time', async () => {
    const version = await versionOf(SERVICE)
    const answers = await Promise.all(
      ['Ads by one window', 'Ads by the other'].map((text) =>
        ask('POST', 'save', { sent: saveOf(SERVICE, version, title(text)) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const text = readFileSync(path.join(root, SERVICE), 'utf8')
    expect(answers.find(({ status }) => status === 409)?.json.conflict?.text).toBe(text)
    expect((await ask('POST', 'undo', { sent: {} })).status).toBe(200)
  })

  it('cannot be undone if the file has changed since it was saved', async () => {
    const before = readFileSync(path.join(root, SERVICE), 'utf8')
    await ask('POST', 'save', { sent: saveOf(SERVICE, await versionOf(SERVICE), title('Ads, saved')) })
    const saved = readFileSync(path.join(root, SERVICE), 'utf8')
    dev.write('services/ad-tending.yaml', `${saved}# by hand\n`)
    const { conflict, message } = await refused(409, 'POST', 'undo', { sent: {} })
    expect(conflict?.text).toBe(`${saved}# by hand\n`)
    expect(message).toBe(`Could not undo: ${SERVICE} was changed in the meantime.`)
    dev.write('services/ad-tending.yaml', saved)
    expect((await ask('POST', 'undo', { sent: {} })).status).toBe(200)
    expect(readFileSync(path.join(root, SERVICE), 'utf8')).toBe(before)
    await refused(409, 'POST', 'undo', { sent: {} })
  })

  it('fails if the file is write-protected', async () => {
    chmodSync(path.join(root, SERVICE), 0o444)
    const sent = saveOf(SERVICE, await versionOf(SERVICE), title('Ads, saved'))
    expect((await refused(422, 'POST', 'save', { sent })).message).toMatch(/write-protected/)
    chmodSync(path.join(root, SERVICE), 0o644)
  })

  it.each<[string, Buffer, RegExp]>([
    ['is in UTF-16', Buffer.from('\uFEFFtitle: x\n', 'utf16le'), /not valid UTF-8/],
    ['is in another encoding', Buffer.from('title: caf\xe9\n', 'latin1'), /not valid UTF-8/],
    ['is indented with a tab', Buffer.from('title: x\nhero:\n\theading: y\n'), /has YAML errors/],
    ['has a duplicate field', Buffer.from('title: x\ntitle: y\n'), /has YAML errors/],
    ['uses the title through an alias', Buffer.from('title: &t x\nlede: *t\n'), /Other parts of the file/],
  ])('fails and reports the reason if the file %s', async (_, bytes, words) => {
    const before = readFileSync(path.join(root, SERVICE))
    dev.write('services/ad-tending.yaml', bytes)
    const version = (await import('../../cli/editor/files/content-store.ts')).computeVersion(bytes)
    expect((await refused(422, 'POST', 'save', { sent: saveOf(SERVICE, version, title('Mine')) })).message).toMatch(
      words,
    )
    dev.write('services/ad-tending.yaml', before)
  })
})

describe('an uploaded file', () => {
  const upload = (name: string, sent: Buffer) =>
    ask('POST', `picture?name=${encodeURIComponent(name)}`, { sent, headers: { 'content-type': 'image/svg+xml' } })
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
  )

  it.each([
    ['../../outside.yaml', 'outside.svg'],
    ['.htaccess', 'htaccess.svg'],
    ['a\0b\\c.php', 'a-b-c.svg'],
    [`${'long'.repeat(200)}.png`, `${'long'.repeat(20)}.svg`],
    ['', 'picture.svg'],
  ])('is saved under a safe name in the images folder: %j becomes %j', async (original, name) => {
    const { status, json } = await upload(original, drawing)
    expect([status, json.name]).toEqual([200, name])
    expect(readFileSync(dev.file(`images/${name}`))).toEqual(drawing)
    expect((await ask('POST', 'undo', { sent: {} })).status).toBe(200)
    expect(existsSync(dev.file(`images/${name}`))).toBe(false)
  })

  it.each<[string, string | Buffer, RegExp]>([
    ['it is not an image', 'GIF89a, so to speak', /cannot display this file/],
    ['it is an HTML page', '<html><script>alert(1)</script></html>', /cannot display this file/],
    [
      'it contains a script',
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>1</script></svg>',
      /contains the element <script>/,
    ],
    [
      'it has a load handler',
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" onload="a()"/>',
      /contains a script/,
    ],
  ])('is rejected if %s', async (_, bytes, words) => {
    const { message } = await refused(422, 'POST', 'picture?name=a.png', { sent: Buffer.from(bytes) })
    expect(message).toMatch(words)
  })

  it('is rejected before it is read if it is too large', async () => {
    await refused(413, 'POST', 'picture?name=a.png', {
      sent: '',
      headers: { 'content-length': `${1 << 30}`, connection: 'close' },
    })
  })
})

describe('the file endpoints of the editor', () => {
  it.each(['', '../outside', 'a/b/c', 'Odd Name', 'con.', '-', 'listing-care', '__proto__', 'x'.repeat(300)])(
    'reject the unusable service name %j',
    async (to) => {
      const answer = await ask('POST', 'rename', { sent: { file: SERVICE, to } })
      expect(answer.status).toBeOneOf([400, 422])
      expect((await ask('POST', 'create', { sent: { kind: 'service', slug: to } })).status).toBeOneOf([400, 422])
      expect(existsSync(path.join(root, SERVICE))).toBe(true)
    },
  )

  it.each([
    'harbor/site.yaml',
    'harbor/facts.yaml',
    'harbor/pages/home.yaml',
    'harbor/testimonials/abel-rope.yaml',
    'harbor/forms/contact.yaml',
  ])('reject a request to delete %s, which the site needs', async (file) => {
    await refused(422, 'POST', 'remove', { sent: { file } })
  })

  it('reject a new file that has an unknown type or a reserved address', async () => {
    await refused(422, 'POST', 'create', { sent: { kind: 'nothing', slug: 'x' } })
    await refused(422, 'POST', 'create', { sent: { kind: 'page', slug: 'share' } })
  })
})

describe('the git commands of the editor', needs('git'), () => {
  it('do not run programs that are configured in the repository', async () => {
    dev.edit(ARTICLE.replace('harbor/', ''), /^title: .*$/m, 'title: Ceilings, changed by hand')
    dev.write('services/.ad-tending.yaml.new', 'left by an interrupted save')
    const { status, text } = await ask('GET', 'changes')
    expect([status, JSON.parse(text)]).toEqual([
      200,
      [
        {
          file: ARTICLE,
          state: 'changed',
          diff: expect.stringMatching(/^@@.*\n(?:.*\n)*\+title: Ceilings, changed by hand$/m),
        },
      ],
    ])
    expect((await ask('POST', 'revert', { sent: { file: ARTICLE } })).status).toBe(200)
    expect((await ask('GET', 'changes')).text).toBe('[]')
    expect((await ask('GET', 'touched')).json.message).toMatch(/the repository makes git run a program \(filter\.x y\)/)
    expect(existsSync(path.join(root, 'was-run'))).toBe(false)
  })
})

describe('a server that is killed during a save', () => {
  it('leaves either the complete old file or the complete new file', async () => {
    const before = readFileSync(path.join(root, SERVICE), 'utf8')
    const titles = ['Ads, short', `Ads, ${'long '.repeat(8)}`.trim()]
    const whole = titles.map((title) => before.replace(/^title: .*$/m, `title: ${title}`)).concat(before)
    for (let count = 0; count < 6; count += 1) {
      const saving = ask('POST', 'save', {
        sent: saveOf(SERVICE, await versionOf(SERVICE), set(['title'], titles[count % 2])),
      })
      if (count < 5) await saving
      else {
        saving.catch(() => undefined)
        await dev.kill()
      }
      expect(whole).toContain(readFileSync(path.join(root, SERVICE), 'utf8'))
    }
  })
})

describe('a server that other machines can reach', () => {
  it('disables editing, and prints the reason in the terminal', async () => {
    const open = await runDev({ host: '0.0.0.0' })
    try {
      const answer = await fetch(`http://127.0.0.1:${new URL(open.site).port}/@edit/session`)
      expect([answer.status, await answer.json()]).toEqual([403, { message: expect.stringMatching(/^Editing is off/) }])
      expect(await (await fetch(open.site)).text()).not.toContain('name="file"')
      await expect.poll(open.output).toMatch(/Editing is off\. Other machines can reach 0\.0\.0\.0/)
    } finally {
      await open.stop()
    }
  })
})
