import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

/** Creates a project that contains these files and copies of these files of this project. */
function makeProject(copied: readonly string[], files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scripts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text, { mode: 0o755 })
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  for (const name of copied) write(name, readFileSync(path.join(projectRoot, name), 'utf8'))
  return folder
}

function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, args, { cwd: folder, env: { ...cleanEnvironment(), ...env }, encoding: 'utf8' })
}

const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

describe('a script of a fresh clone', () => {
  // npm itself runs the scripts of `npm version`, in an installed project.
  it.each(Object.keys(scripts).filter((name) => !/version$/.test(name)))(
    'installs the packages first: npm run %s',
    (name) => {
      const own = readdirSync(path.join(projectRoot, 'scripts')).filter((file) => file.endsWith('.mjs'))
      const folder = makeProject([...own.map((file) => `scripts/${file}`), 'package.json', 'package-lock.json'], {
        'bin/npm': '#!/bin/sh\necho "npm $1"\nexit 1\n',
      })
      const [program, ...args] = (scripts[name] ?? '').split(' ')
      expect(program).toBe('node')
      const { status, stdout, stderr } = run(folder, args, { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` })
      expect([status, stdout, stderr]).toEqual([
        3,
        '',
        'Installing packages (once) ...\nnpm ci\nnpm ci failed; see the output above.\n',
      ])
    },
  )
})

describe('the install script', () => {
  it('installs only the packages of the site, then adds all others when they are needed, each once', () => {
    const folder = makeProject(['scripts/install.mjs'], {
      'package.json': '{}',
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/zod': { version: '4.0.0' } } }),
      'bin/npm': '#!/bin/sh\necho "npm $*"\nmkdir -p node_modules\n',
    })
    const calls = ['{ onlySite: true }', '{ onlySite: true }', '', '', '{ onlySite: true }']
    const installs = calls.map((options) => `install(${options})`).join(', ')
    const script = `import('./scripts/install.mjs').then(({ install }) => [${installs}])`
    const { stderr } = run(folder, ['--eval', script], { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` })
    const options = '--ignore-scripts --no-audit --no-fund --loglevel=error'
    expect(stderr.split('\n')).toEqual([
      'Installing packages (once) ...',
      `npm ci --omit=dev --legacy-peer-deps --workspace=src --workspace=cli --workspace=relay ${options}`,
      'Installing the packages of the audit and the tests (once) ...',
      `npm install --no-save --include=dev ${options}`,
      '',
    ])
  })

  it('updates all packages if all were installed, even for a command that needs only those of the site', () => {
    const folder = makeProject(['scripts/install.mjs'], {
      'package.json': '{}',
      'package-lock.json': JSON.stringify({ packages: { 'node_modules/zod': { version: '4.0.0' } } }),
      'bin/npm': '#!/bin/sh\necho "npm $*"\nmkdir -p node_modules\n',
      'node_modules/.installed': 'the hash of an older lock file',
    })
    const script = "import('./scripts/install.mjs').then(({ install }) => install({ onlySite: true }))"
    const { stderr } = run(folder, ['--eval', script], { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` })
    expect(stderr).toMatch(/^Installing packages \(once\) \.\.\.\nnpm ci --include=dev /)
  })

  const version = (zod: string) => JSON.stringify({ packages: { 'node_modules/zod': { version: zod } } })
  const lock = {
    '': {},
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  }
  const NPM = 'node_modules/.package-lock.json'
  const PNPM = 'node_modules/.modules.yaml'
  const ZOD = 'node_modules/zod/package.json'

  it.each<[what: string, files: Record<string, string>, installs: boolean]>([
    ['skips when npm has installed the packages', { [NPM]: version('4.0.0') }, false],
    ['installs when npm has installed a different version', { [NPM]: version('3.0.0') }, true],
    ['installs when nothing is installed', {}, true],
    ['installs when npm was interrupted', { [ZOD]: '{}' }, true],
    ['skips when another package manager has installed the packages', { [PNPM]: '', [ZOD]: '{}' }, false],
    ['installs when another package manager has not installed every package', { [PNPM]: '' }, true],
  ])('runs npm ci only if it is needed: %s', (_, files, installs) => {
    const folder = makeProject(['scripts/install.mjs'], {
      'package.json': JSON.stringify({ devDependencies: { zod: '^4.0.0' } }),
      'package-lock.json': JSON.stringify({ packages: lock }),
      'bin/npm': '#!/bin/sh\necho "npm $*"\nmkdir -p node_modules\n',
      ...files,
    })
    const script = "import('./scripts/install.mjs').then(({ install }) => [install(), install()])"
    const { stdout, stderr, status } = run(folder, ['--eval', script], {
      PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`,
    })
    // Stdout is reserved for the command's own output.
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(installs ? /^Installing packages \(once\) \.\.\.\nnpm ci .*--ignore-scripts.*\n$/ : /^$/)
  })
})

it('the Dockerfile copies the manifest of every workspace that the install script installs', () => {
  const dockerfile = readFileSync(path.join(projectRoot, 'deploy', 'Dockerfile'), 'utf8')
  const [stage = ''] = dockerfile.split('COPY . .')
  const copied = [...stage.matchAll(/^COPY (.*) (\S+)$/gm)].flatMap(([, files = '', target = '']) =>
    files.split(' ').map((file) => path.join(target, path.basename(file))),
  )
  const [, command] = /^RUN node -e "(.*)"$/m.exec(stage) ?? []
  const folder = makeProject(copied, {
    'bin/npm':
      "#!/bin/sh\nprintf '%s\\n' $* | sed -n 's,^--workspace=\\(.*\\),\\1/package.json,p' | xargs cat >/dev/null\n",
  })
  const script = command?.replace('/app/', './') ?? ''
  const { status, stderr } = run(folder, ['--eval', script], { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin` })
  expect([status, stderr]).toEqual([0, 'Installing packages (once) ...\n'])
})

it('the CLI reports the reason and runs from source if it cannot be compiled', () => {
  const folder = makeProject(['scripts/site.mjs', 'cli/bin.mjs', 'cli/packages.mjs'], {
    'package.json': '{ "type": "module" }',
    'scripts/install.mjs': "export const root = '.'\nexport const install = () => {}",
    'cli/build/bundle.mjs': "export const ensureBundle = async () => { throw new Error('cli: main.ts has an error') }",
    'cli/main.ts': 'export const runCli = async (args: string[]): Promise<number> => args.length',
    'node_modules/@northshelf/site/package.json': '{}',
    'node_modules/@northshelf/relay/package.json': '{}',
  })
  symlinkSync(path.join(projectRoot, 'node_modules', 'tsx'), path.join(folder, 'node_modules', 'tsx'))
  const { status, stderr } = run(folder, ['scripts/site.mjs', 'one', 'two'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^Compiling the command line tool failed.*\ncli: main\.ts has an error\n$/)
})
