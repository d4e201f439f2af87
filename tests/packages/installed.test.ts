import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { hydrated, sharedBrowser } from '../behavior/browser.ts'
import { spawnRelay } from '../chaos/relay-child.ts'
import { LEADS } from '../chaos/submission.ts'
import { runDev } from '../cli/running-dev.ts'
import { needs } from '../needs.ts'
import { until } from '../relay/until.ts'
import { cleanEnvironment } from '../run-site.ts'
import { triesAllCases } from '../sampled.ts'

/** A project with all packages installed, next to the tarballs; the chaos suite `install` makes it. */
const made = process.env.INSTALLED_PROJECT
const folder = mkdtempSync(path.join(tmpdir(), 'installed-'))
const project = made ?? path.join(folder, 'bakery')
const tarballs = path.join(path.dirname(project), 'tarballs')
const packages = path.join(project, 'node_modules')
const program = path.join(packages, 'northshelf', 'bin.mjs')
const env = cleanEnvironment()
const start = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const run = (...args: string[]) => {
  const { status, output } = start(...args)
  expect(status, output).toBe(0)
  return output
}
const unpack = (tarball: string, into: string) => {
  mkdirSync(into, { recursive: true })
  execFileSync('tar', ['xzf', path.join(tarballs, tarball), '-C', into, '--strip-components=1'])
}

let rejected: { status: number | null; stderr: string; isCreated: boolean } | undefined
let interrupted: { status: number | null; stderr: string } | undefined

/**
 * Creates a project outside the clone with the packed packages. Instead of a package manager, a program installs them
 * next to links to all other packages.
 */
beforeAll(() => {
  if (made) return
  execFileSync(process.execPath, ['scripts/pack.mjs', tarballs], { cwd: projectRoot, env })
  const prepared = path.join(folder, 'node_modules')
  mkdirSync(path.join(prepared, '@northshelf'), { recursive: true })
  const installed = path.join(projectRoot, 'node_modules')
  for (const name of readdirSync(installed))
    if (!name.startsWith('.') && !/northshelf/.test(name))
      symlinkSync(path.join(installed, name), path.join(prepared, name))
  for (const tarball of readdirSync(tarballs))
    unpack(tarball, path.join(prepared, tarball.replace(/-[\d.]+\.tgz$/, '').replace(/^northshelf-/, '@northshelf/')))
  mkdirSync(path.join(prepared, '.bin'))
  symlinkSync(path.join('..', 'northshelf', 'bin.mjs'), path.join(prepared, '.bin', 'site'))
  writeFileSync(path.join(folder, 'movepackages'), `#!/bin/sh\nmv '${prepared}' node_modules\n`, { mode: 0o755 })
  const answers = ['--name', 'Harbor & Pine', '--url', 'https://harbor.example', '--email', 'hello@harbor.example']
  const create = path.join(prepared, 'create-northshelf', 'create.mjs')
  const runCreate = (manager: string, options: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [create, project, '--packages', tarballs, ...options], {
      ...{
        cwd: folder,
        encoding: 'utf8',
        env: { ...env, npm_config_user_agent: `${manager}/1`, PATH: `${folder}:${env.PATH}` },
      },
    })
    return { status, stderr }
  }
  const wrong = ['--name', 'Harbor', '--url', 'harbor.example', '--email', 'nope', '--without', 'stories']
  rejected = { ...runCreate('failing', wrong), isCreated: existsSync(project) }
  writeFileSync(path.join(folder, 'failing'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  interrupted = runCreate('failing', answers)
  const continued = runCreate('movepackages', answers)
  expect(continued.status, continued.stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const browser = sharedBrowser()

const post = (address: string) =>
  fetch(address + LEADS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ formType: 'contact', name: 'Ada', email: 'ada@brand.example', message: 'Good bread' }),
  })

/** Waits for an email in a folder, and returns its text. */
async function waitForMessage(outbox: string): Promise<string> {
  const find = () => (existsSync(outbox) ? readdirSync(outbox).find((file) => file.endsWith('.eml')) : undefined)
  return readFileSync(path.join(outbox, await until('the message', find)), 'utf8')
}

describe('the installed packages', () => {
  it('list the answers of site init in the help of create-northshelf', () => {
    const home = path.join(folder, 'create')
    unpack(readdirSync(tarballs).find((name) => name.startsWith('create-')) ?? '', home)
    const help = run(path.join(home, 'create.mjs'), '--help')
    expect(help).toContain('--services <text>')
    expect(help).toContain('--without <text>')
    expect(help).not.toContain('--json')
    // Runs before the other packages are installed.
    const wrong = [path.join(home, 'create.mjs'), 'site', '--url', 'nope']
    const { status, stderr } = spawnSync(process.execPath, wrong, { cwd: home, env, encoding: 'utf8' })
    expect(stderr).toMatch(/^--url .+Nothing was installed\.\n$/s)
    expect(status).toBe(2)
    expect(existsSync(path.join(project, 'content', 'README.md'))).toBe(true)
    expect(existsSync(path.join(project, 'AGENTS.md'))).toBe(true)
    expect(readdirSync(project)).toContain('.git')
  })

  it.skipIf(made)('are created only with valid options; after a failed installation, a second run continues', () => {
    expect(rejected?.stderr).toMatch(/^--url .+\n--email .+\n--without .+\nNothing was installed\.\n$/s)
    expect(rejected).toMatchObject({ status: 2, isCreated: false })
    expect(interrupted).toEqual({
      ...{ status: 1, stderr: 'failing install failed. To continue, run the same command again.\n' },
    })
  })

  it('check, build and serve the created site, without compiling the tool', async () => {
    expect(run(program, 'check', '--strict')).toContain('no problems')
    const started = spawn('npm', ['start', '--', '--port', '0'], { cwd: project, env, detached: true })
    let output = ''
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const site = await until('the address', () => /Site +(http\S+)/.exec(output)?.[1])
    expect(await (await fetch(site)).text()).toContain('Harbor &amp; Pine')
    expect((await post(site)).status).toBe(202)
    const ended = once(started, 'exit')
    process.kill(-Number(started.pid), 'SIGINT')
    await ended
    expect(readdirSync(path.join(project, 'dist', 'relay'))).toContain('relay.js')
    const cached = readdirSync(path.join(packages, '.cache', 'northshelf'))
    expect(cached.filter((name) => ['cli', 'components', 'relay'].includes(name))).toEqual([])
  })

  it('serve pages that can be edited in the browser', async () => {
    const dev = await runDev({ root: project, program: [program], site: path.join(project, 'content') })
    const { page, faults, close } = await browser.open()
    await page.goto(dev.site)
    await hydrated(page)
    await page.keyboard.press('e')
    await page.locator('site-editor .bar').waitFor()
    await page.locator('h1').click({ position: { x: 12, y: 12 } })
    const field = page.locator('site-editor .text-field textarea')
    await field.fill('Goods that sell')
    await field.press('Enter')
    await page.locator('h1', { hasText: 'Goods that sell' }).waitFor()
    expect(dev.read('pages/home.yaml')).toContain('Goods that sell')
    expect(faults).toEqual([])
    await close()
    expect(await dev.stop()).toBe(0)
  })

  it('say how to install the tools of the audit if they are missing', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    expect(Object.keys(devDependencies)).toEqual(['@northshelf/audit', 'typescript'])
    const audit = path.join(packages, '@northshelf', 'audit')
    renameSync(audit, `${audit}-removed`)
    const { status, output } = start(program, 'audit')
    const built = start(program, 'check', '--built')
    renameSync(`${audit}-removed`, audit)
    expect(output).toMatch(
      /^The audit needs the package @northshelf\/audit: run "npm install --save-dev @northshelf\/audit"/,
    )
    expect(status).toBe(3)
    // Needs none of the tools.
    expect(built.status, built.output).toBe(0)
  })

  it('audit the site, publish it and deliver a submission from the published release', needs('rsync'), async () => {
    run(program, 'build')
    expect(run(program, 'audit', '--routes', '/', '--skip', 'lighthouse')).toContain('no findings')
    const root = path.join(folder, 'www')
    execFileSync(path.join(project, 'dist', 'hosting', 'deploy'), [root], { env })
    const release = path.join(root, 'current')
    expect(readdirSync(path.join(release, 'site'))).toContain('index.html')
    const data = path.join(folder, 'data')
    const relay = spawnRelay(data, {}, path.join(release, 'relay', 'relay.js'))
    const { address, stop } = await relay.started()
    expect((await post(address)).status).toBe(202)
    expect(await waitForMessage(path.join(data, 'outbox'))).toContain('Good bread')
    await stop()
  })

  it('contain a relay that runs inside an Express app, as in its README', async () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(
      readFileSync(path.join(packages, '@northshelf', 'relay', 'README.md'), 'utf8'),
    ) ?? ['']
    const express = path.join(projectRoot, 'node_modules', 'express', 'index.js')
    const listening = "app.get('/', (_, res) => res.send('Ours')).listen(0, () => console.log(server.address().port))"
    const file = path.join(project, 'server.mjs')
    writeFileSync(file, code.replace("'express'", `'${express}'`).replace('app.listen(3000)', listening))
    const data = path.join(folder, 'embedded')
    const settings = { RELAY_SPOOL: path.join(data, 'spool'), RELAY_OUTBOX: path.join(data, 'outbox') }
    const app = spawn(process.execPath, [file], { cwd: project, env: { ...env, ...settings } })
    let output = ''
    app.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const address = `http://127.0.0.1:${await until('the port', () => /^\d+$/m.exec(output)?.[0])}`
    expect(await (await fetch(address)).text()).toBe('Ours')
    expect((await fetch(`${address}/livez`)).status).toBe(404)
    expect((await post(address)).status).toBe(202)
    expect(await waitForMessage(settings.RELAY_OUTBOX)).toContain('Good bread')
    const ended = once(app, 'exit')
    app.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    rmSync(file)
  })

  it('contain the relay as a program without dependencies', () => {
    const alone = path.join(folder, 'relay')
    unpack('northshelf-relay-0.1.0.tgz', alone)
    const manifest = JSON.parse(readFileSync(path.join(alone, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    const program = path.join(alone, manifest.bin.relay)
    expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const version = execFileSync(process.execPath, [program, '--version'], { env })
    expect(String(version).trim()).toBe(manifest.version)
  })

  it('serve the guides as pages, in which every link leads to a page and a heading', needs('script'), async () => {
    const command = `'${process.execPath}' '${program}' docs backup restore --port 0`
    const served = spawn('script', ['-qec', command, '/dev/null'], { cwd: project, env })
    let output = ''
    served.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const site = await until('the address', () => /(http\S+)\/operators#backup-and-restore/.exec(output)?.[1])
    const pages = new Map<string, string>()
    const visit = async (route: string) => {
      if (pages.has(route)) return
      const response = await fetch(site + route)
      expect(response.status, route).toBe(200)
      pages.set(route, await response.text())
      for (const [, next = ''] of (pages.get(route) ?? '').matchAll(/<a[^>]* href="(\/[^"#]*)/g)) await visit(next)
    }
    await visit('/')
    served.stdin.write('\x03')
    await once(served, 'exit')
    const guides = ['/maintainers', '/fields', '/operators', '/own-code', '/hosting', '/hosting/nginx']
    expect([...pages.keys()]).toEqual(expect.arrayContaining(guides))
    const dead = [...pages].flatMap(([route, html]) =>
      [...html.matchAll(/<a[^>]* href="(\/[^"#]*)?#([^"]+)"/g)].flatMap(([, target = route, id]) =>
        pages.get(target)?.includes(` id="${id}"`) ? [] : `${route}: ${target}#${id}`,
      ),
    )
    expect(dead).toEqual([])
    for (const [, picture = ''] of (pages.get('/maintainers') ?? '').matchAll(/<img[^>]* src="([^"]+)"/g))
      expect(existsSync(path.join(packages, 'northshelf', 'docs', 'built', 'site', picture)), picture).toBe(true)
  })

  it('contain only files that they need, and no mistakes that publint knows', async () => {
    for (const guide of ['maintainers', 'operators', 'own-code', 'fields', 'hosting/nginx'])
      expect(run(program, 'docs', guide)).toMatch(/^# /)
    for (const name of readdirSync(tarballs)) {
      const home = path.join(folder, 'unpacked', name)
      unpack(name, home)
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
      expect(files.filter((file) => /\.test\.|node_modules|\.packed/.test(file))).toEqual([])
      for (const file of ['README.md', 'LICENSE', 'package.json'])
        expect(existsSync(path.join(home, file)), `${name}/${file}`).toBe(true)
      const { homepage, repository } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
      expect([homepage, repository.url]).toEqual([expect.stringMatching(/^https:/), `git+${homepage}.git`])
      expect((await publint({ pkgDir: home, pack: false, strict: true })).messages).toEqual([])
    }
  })
})

describe('the code in docs/own-code.md', () => {
  const guide = readFileSync(path.join(projectRoot, 'docs', 'own-code.md'), 'utf8')
  const about = path.join(project, 'content', 'pages', 'about.yaml')
  const built = (file: string) => readFileSync(path.join(project, 'dist', 'site', file), 'utf8')

  beforeAll(() => {
    for (const [, file = '', code = ''] of guide.matchAll(/^`([\w./-]+)`.*\n\n```\w+\n([\s\S]*?)^```/gm)) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), code)
    }
    if (made) return
    // The links lead into the clone, where the project's own packages are not found.
    const config = path.join(project, 'tsconfig.json')
    writeFileSync(config, readFileSync(config, 'utf8').replace('"types": []', '"types": [], "preserveSymlinks": true'))
  })

  it('is the whole guide: every block of code is a file of the example', () => {
    const blocks = [...guide.matchAll(/^```(?:tsx?|css)$/gm)]
    expect(blocks.length).toBe([...guide.matchAll(/^`[\w./-]+`.*\n\n```(?:tsx?|css)$/gm)].length)
  })

  it('is what site new --own writes, under another name', () => {
    const own = (kind: string, name: string) => run(program, 'new', kind, '--own', name)
    expect(own('section', 'price-list')).toContain('sections/price-list/price-list.tsx')
    expect(own('drawing', 'slices')).toContain('drawings/slices/schema.ts')
    expect(own('collection', 'recipes')).toContain('npx site new recipe <name>')
    expect(start(program, 'new', 'section', '--own', 'price-list').output).toMatch(/^There is already a section/)
    // A section of the project on a page of a collection.
    const recipe = path.join(project, 'collections', 'recipe.ts')
    const days = "days: [{ day: 'Monday', open: '7 to 9' }]"
    const view = `createSectionView<typeof import('../sections/timetable/schema.ts')>({ type: 'timetable', heading: 'Open', ${days} }, content)`
    const code = readFileSync(recipe, 'utf8')
    writeFileSync(
      recipe,
      code.replace("createSectionView({ type: 'quote'", `${view},\n      createSectionView({ type: 'quote'`),
    )
  })

  it('has no mistakes, and a mistake in a type fails the strict check', () => {
    expect(run(program, 'check', '--strict')).toContain('no problems')
    const file = path.join(project, 'sections', 'timetable', 'timetable.tsx')
    const valid = readFileSync(file, 'utf8')
    writeFileSync(file, valid.replace('heading={view.heading}', 'heading={view.headng}'))
    const { status, output } = start(program, 'check', '--strict')
    writeFileSync(file, valid)
    expect(output).toMatch(/timetable\.tsx:8:\d+ {2}warning {2}source\/type[\s\S]*headng[\s\S]*Did you mean 'heading'/)
    expect(status).toBe(1)
  })

  it('adds sections, drawings, collections and styles to the site', () => {
    expect(run(program, 'new', 'bread', 'rye')).toContain('/breads/rye')
    run(program, 'new', 'recipe', 'flan')
    for (const section of ['timetable', 'loaves', 'basket', 'price-list'])
      run(program, 'new', 'section', section, '--in', 'pages/about')
    const shares = `picture:
      kind: shares
      title: Flour
      alt: Two thirds rye, one third wheat
      items: [{ label: Rye, percent: 67 }, { label: Wheat, percent: 33 }]`
    writeFileSync(about, readFileSync(about, 'utf8').replace(/(?<=- type: hero\n)/, `    ${shares}\n`))
    run(program, 'build', '--draft', '--drafts')
    for (const part of ['timetable-days', 'price-list-days', '<ul class="shares">', 'href="/breads/rye"'])
      expect(built('about.html')).toContain(part)
    expect(built('about.html')).toContain('--on-tag:oklch(20% .03 60)')
    const bread = built('breads/rye.html')
    for (const part of ['<h1', 'How it is made', '<blockquote']) expect(bread).toContain(part)
    expect(bread).toContain('<meta name="robots" content="noindex"')
    expect(built('recipes/flan.html')).toContain('timetable-days')
  })

  it('is shown in the studio, in which its fields can be edited', async () => {
    const people = 'people:\n  - { name: Ada, email: ada@example.com, may: [edit] }\n'
    writeFileSync(path.join(project, 'studio.yaml'), people)
    const studio = spawn(process.execPath, [program, 'studio', '--port', '0'], { cwd: project, env })
    let output = ''
    for (const stream of [studio.stdout, studio.stderr]) stream.on('data', (text) => (output += text))
    const ended = new Promise((resolve) => studio.once('exit', resolve))
    const url = await until('the studio', () => /http:\/\/[\d.:]+/.exec(output)?.[0])
    const link = run(program, 'studio', 'link', 'ada@example.com')
      .trim()
      .replace(/^http:\/\/[^/]+/, url)
    const signedIn = await fetch(link, { method: 'POST', headers: { origin: url }, redirect: 'manual' })
    const headers = { origin: url, cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
    const show = async () => (await fetch(`${url}/about`, { headers })).text()
    expect(await show()).toMatch(/timetable-days/)
    const ask = async (name: string, more: RequestInit = {}) =>
      (await fetch(`${url}/@edit/${name}`, { ...more, headers: { ...headers, ...more.headers } })).json()
    const file = 'content/pages/about.yaml'
    const { token } = (await ask('session')) as { token: string }
    const known = { 'x-edit-token': token, 'content-type': 'application/json' }
    const { version, fields } = (await ask(`entry?file=${file}`, { headers: known })) as {
      version: string
      fields: { sections: { type: string }[] }
    }
    const index = fields.sections.findIndex(({ type }) => type === 'timetable')
    const save = async (value: string) => {
      const changes = [{ kind: 'set', path: ['sections', index, 'heading'], value }]
      const body = JSON.stringify({ edits: [{ file, version, changes }], name: 'heading' })
      return (await ask('save', { method: 'POST', body, headers: known })) as { message?: string }
    }
    expect((await save('')).message).toBeDefined()
    expect(await save('Open all night')).not.toHaveProperty('message')
    expect(await show()).toContain('Open all night')
    studio.kill('SIGTERM')
    await ended
    for (const name of ['studio.yaml', '.northshelf/changes']) rmSync(path.join(project, name), { recursive: true })
  })

  it('is reported once and before its consequences, and no content is fixed to match it', () => {
    const check = (file: string, from: string, to: string, ...options: string[]) => {
      const valid = readFileSync(path.join(project, file), 'utf8')
      writeFileSync(path.join(project, file), valid.replace(from, to))
      const { output } = start(program, 'check', '--drafts', ...options)
      writeFileSync(path.join(project, file), valid)
      return output
    }
    const content = readFileSync(about, 'utf8')
    const misnamed = check('sections/timetable/schema.ts', "z.literal('timetable')", "z.literal('timetabel')", '--fix')
    expect(readFileSync(about, 'utf8')).toBe(content)
    expect(misnamed).toContain('Nothing was fixed')
    expect(misnamed).toMatch(/source\/incomplete[\s\S]*about\.yaml:\d+:\d+ {2}error/)
    expect(misnamed).not.toContain('fixable')
    // The section is on two pages.
    const thrown = check('sections/timetable/timetable.tsx', 'view.days', 'view.dayz')
    expect(thrown.match(/timetable\.tsx:\d+:\d+ {2}error/g)).toHaveLength(1)
  })

  it('is checked like the code of the package', () => {
    const valid = readFileSync(about, 'utf8')
    writeFileSync(about, valid.replace('type: timetable', 'type: timetable\n    typo: 1'))
    const { status, output } = start(program, 'check')
    writeFileSync(about, valid)
    expect(status).toBe(1)
    expect(output).toMatch(/about\.yaml:\d+:\d+.*\n.*\n.*typo/)
  })

  it('can run in the browser, and can replace a section of the package', async () => {
    const write = (file: string, code: string) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
      writeFileSync(path.join(project, file), code)
    }
    write('sections/hero/schema.ts', "export * from '@northshelf/site/sections/hero/schema.ts'\n")
    write('sections/hero/hero.tsx', 'export default () => <h1>Baked at night</h1>\n')
    write(
      'sections/counter/schema.ts',
      `import { z } from 'zod'
export const schema = z.strictObject({ type: z.literal('counter').describe('Loaves that a visitor wants') })
`,
    )
    write(
      'sections/counter/counter.live.tsx',
      `import { useState } from 'react'
export default function Counter() {
  const [count, setCount] = useState(0)
  return <button type="button" onClick={() => setCount(count + 1)}>{count} loaves</button>
}
`,
    )
    const valid = readFileSync(about, 'utf8')
    writeFileSync(about, valid.replace(/(?=\n {2}- type: timetable)/, '\n  - type: counter'))
    expect(run(program, 'build', '--draft')).toContain('replaces these parts of the package: section hero\n')
    writeFileSync(about, valid)
    const server = createPreviewServer(path.join(project, 'dist'))
    const port = await listen(server, '127.0.0.1', 0)
    const { page, faults, close } = await browser.open()
    await page.goto(`http://127.0.0.1:${port}/about`)
    await page.getByRole('heading', { name: 'Baked at night' }).waitFor()
    await hydrated(page)
    await page.getByRole('button', { name: '0 loaves' }).click()
    await page.getByRole('button', { name: '1 loaves' }).waitFor()
    expect(faults).toEqual([])
    await close()
    server.close()
    server.closeAllConnections()
    for (const name of ['hero', 'counter']) rmSync(path.join(project, 'sections', name), { recursive: true })
  })

  const [schema, component] = ['sections/timetable/schema.ts', 'sections/timetable/timetable.tsx']
  const bread = 'collections/bread.ts'
  type Fault = [file: string, from: string, to: string, named: RegExp]
  /** Each check compiles the code, so faults that are reported together are checked together. */
  const checkedFaults: Record<string, Fault[]> = {
    'a schema throws': [
      [schema, "import { z } from 'zod'\n", '', /schema\.ts:4:\d+ {2}error {2}source\/run[\s\S]*z is not defined/],
    ],
    'a schema does not compile': [
      [schema, 'z.strictObject({', 'z.strictObject(({', /schema\.ts:\d+:\d+ {2}error {2}source\/compile/],
    ],
    'a schema is missing, and a collection refers to missing fields': [
      [schema, 'const schema', 'const shema', /schema\.ts:1:1 {2}error {2}source\/incomplete/],
      [
        bread,
        "description: 'metaDescription'",
        "description: 'summry'",
        /bread\.ts:\d+:\d+ {2}error {2}source\/incomplete.*\n(?:.*\n){2,4}.*the schema has no field `summry`/,
      ],
      [
        bread,
        "title: ['title']",
        "title: ['titel']",
        /bread\.ts:\d+:\d+ {2}error {2}source\/incomplete.*\n(?:.*\n){2,4}.*the schema has no field `titel`/,
      ],
    ],
    'a schema has another name, and a collection is missing': [
      [schema, "z.literal('timetable')", "z.literal('times')", /schema\.ts:1:1 {2}error {2}source\/incomplete/],
      [bread, 'export const breads', 'const breads', /bread\.ts:1:1 {2}error {2}source\/incomplete/],
    ],
    'a component is missing': [
      [component, 'export default', 'export', /timetable\.tsx:1:1 {2}error {2}source\/incomplete/],
    ],
    'a component does not compile': [
      [component, 'ui/section.tsx', 'ui/sektion.tsx', /timetable\.tsx:2:\d+ {2}error {2}source\/compile/],
    ],
    'a section throws, and a card is wrong': [
      [component, 'view.days', 'view.dayz', /timetable\.tsx:\d+:\d+ {2}error {2}source\/run[\s\S]*the page \/\S+ uses/],
      [component, 'view.dayz', 'view.dayz', /timetable\.tsx:\d+:\d+ {2}warning {2}source\/type/],
      [
        bread,
        "drawing: createCardMotif('paper', undefined)",
        'drawing: undefined',
        /bread\.ts:\d+:\d+ {2}error {2}source\/run[\s\S]*`card` returned a wrong value at `drawing`/,
      ],
    ],
    'a live section throws': [
      [
        'sections/loaves/loaves.live.tsx',
        'useState(1)',
        'useState(view.loaf.count)',
        /loaves\.live\.tsx:7:\d+ {2}error {2}source\/run[\s\S]*the page \/about uses/,
      ],
    ],
    'a motif and a view are wrong': [
      [
        'drawings/shares/schema.ts',
        'return drawColumns(',
        'return void drawColumns(',
        /shares\/schema\.ts:\d+:\d+ {2}error {2}source\/run[\s\S]*`drawMotif` returned a wrong value/,
      ],
      [
        bread,
        "type: 'hero', heading: title",
        "type: 'hero'",
        /bread\.ts:\d+:\d+ {2}error {2}source\/run[\s\S]*heading/,
      ],
    ],
  }
  /**
   * Faults that are found in the same way as those above. `tests/unit/own-code.test.ts` tests the compiler's messages
   * about them.
   */
  const sampledFaults: Record<string, Fault[]> = {
    'a stylesheet is missing': [
      ['theme.css', ':root {', '@import "./nope.css";\n:root {', /theme\.css:1:\d+ {2}error {2}source\/compile/],
    ],
    'a stylesheet does not compile': [
      ['sections/timetable/timetable.css', '}\n}', '}\n}}', /timetable\.css:11:\d+ {2}error {2}source\/compile/],
    ],
    'a live section imports a module of Node': [
      [
        'sections/loaves/loaves.live.tsx',
        "'react'",
        "'node:fs'",
        /loaves\.live\.tsx:\d+:\d+ {2}error {2}source\/compile/,
      ],
    ],
    'a drawing throws': [
      ['drawings/shares/shares.tsx', 'picture.items', 'picture.itemz', /shares\.tsx:\d+:\d+ {2}error {2}source\/run/],
    ],
  }

  it.each(Object.entries({ ...checkedFaults, ...(triesAllCases && sampledFaults) }))(
    'is reported with file, line and reason, and never as an internal error, if %s',
    (_, faults) => {
      const valid = new Map(faults.map(([name]) => [name, readFileSync(path.join(project, name), 'utf8')]))
      for (const [name, from, to] of faults) {
        const text = readFileSync(path.join(project, name), 'utf8')
        expect(text).toContain(from)
        writeFileSync(path.join(project, name), text.replace(from, to))
      }
      const { status, output } = start(program, 'check', '--drafts')
      for (const [name, text] of valid) writeFileSync(path.join(project, name), text)
      for (const [, , , named] of faults) expect(output).toMatch(named)
      expect(output).not.toMatch(/internal error|please report|^ +at |\.cache\//im)
      expect([1, 3]).toContain(status)
    },
  )
})
