import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

const folder = mkdtempSync(path.join(tmpdir(), 'installed-'))
const project = path.join(folder, 'agency')
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
  execFileSync('tar', ['xzf', path.join(folder, 'tarballs', tarball), '-C', into, '--strip-components=1'])
}

/** Installs the packed packages in a project outside the clone, next to links to all other packages. */
beforeAll(() => {
  mkdirSync(path.join(packages, '@northshelf'), { recursive: true })
  execFileSync(process.execPath, ['scripts/pack.mjs', path.join(folder, 'tarballs')], { cwd: projectRoot, env })
  const installed = path.join(projectRoot, 'node_modules')
  for (const name of readdirSync(installed))
    if (!name.startsWith('.') && !/northshelf/.test(name))
      symlinkSync(path.join(installed, name), path.join(packages, name))
  for (const tarball of readdirSync(path.join(folder, 'tarballs')))
    unpack(tarball, path.join(packages, tarball.replace(/-[\d.]+\.tgz$/, '').replace(/^northshelf-/, '@northshelf/')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const browser = sharedBrowser()

describe('the installed packages', () => {
  it('create content in the project, check it and build it, without compiling the tool', () => {
    const answers = ['--name', 'Harbor & Pine', '--url', 'https://harbor.example', '--email', 'hello@harbor.example']
    run(program, 'init', 'content', ...answers)
    expect(run(program, 'check')).toContain('no problems')
    run(program, 'build', '--draft')
    expect(readFileSync(path.join(project, 'dist', 'site', 'index.html'), 'utf8')).toContain('Harbor &amp; Pine')
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
    const answers = { formType: 'contact', name: 'Ada', email: 'ada@brand.example', message: 'Good bread' }
    const response = await fetch(`${address}${LEADS}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(answers),
    })
    expect(response.status).toBe(202)
    const outbox = path.join(data, 'outbox')
    const findMessage = () =>
      existsSync(outbox) ? readdirSync(outbox).find((file) => file.endsWith('.eml')) : undefined
    const message = await until('the message', findMessage)
    expect(readFileSync(path.join(outbox, message), 'utf8')).toContain('Good bread')
    await stop()
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

  it('contain only files that they need', () => {
    for (const name of ['northshelf', '@northshelf/site', '@northshelf/relay', 'create-northshelf']) {
      const files = readdirSync(path.join(packages, name), { recursive: true, encoding: 'utf8' })
      expect(files.filter((file) => /\.test\.|node_modules|\.packed/.test(file))).toEqual([])
      for (const file of ['README.md', 'LICENSE', 'package.json'])
        expect(existsSync(path.join(packages, name, file)), `${name}/${file}`).toBe(true)
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
  })

  it('compiles', () => {
    cpSync(path.join(projectRoot, 'create', 'template', 'tsconfig.json'), path.join(project, 'tsconfig.json'))
    run(path.join(packages, 'typescript', 'bin', 'tsc'), '--preserveSymlinks', '-p', project)
  })

  it('adds a section, a drawing, a collection and styles to the site', () => {
    expect(run(program, 'new', 'bread', 'rye')).toContain('/breads/rye')
    run(program, 'new', 'section', 'hours', '--in', 'pages/about')
    const shares = `picture:
      kind: shares
      title: Flour
      alt: Two thirds rye, one third wheat
      items: [{ label: Rye, percent: 67 }, { label: Wheat, percent: 33 }]`
    writeFileSync(about, readFileSync(about, 'utf8').replace(/(?<=- type: hero\n)/, `    ${shares}\n`))
    run(program, 'build', '--draft', '--drafts')
    expect(built('about.html')).toContain('hours-days')
    expect(built('about.html')).toContain('<ul class="shares">')
    expect(built('about.html')).toContain('--on-tag:oklch(20% .03 60)')
    expect(built('breads/rye.html')).toContain('<h1')
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
    writeFileSync(about, valid.replace(/(?=\n {2}- type: hours)/, '\n  - type: counter'))
    run(program, 'build', '--draft')
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

  it('is checked like the code of the package', () => {
    const valid = readFileSync(about, 'utf8')
    writeFileSync(about, valid.replace('type: hours', 'type: hours\n    typo: 1'))
    const { status, output } = start(program, 'check')
    writeFileSync(about, valid)
    expect(status).toBe(1)
    expect(output).toMatch(/about\.yaml:\d+:\d+.*\n.*\n.*typo/)
  })
})
