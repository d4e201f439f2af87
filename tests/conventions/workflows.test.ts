import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../cli/paths.ts'
import manifest from '../../package.json' with { type: 'json' }
import { needs } from '../needs.ts'
import { runSite } from '../run-site.ts'

type Permissions = Record<string, string>
interface Job {
  if?: string
  needs?: string[]
  uses?: string
  permissions?: Permissions
  concurrency?: object
  'timeout-minutes'?: number
  strategy?: { matrix: Record<string, string[]> }
  steps?: { id?: string; name?: string; uses?: string; run?: string; with?: object }[]
}
interface Workflow {
  on: string | object
  permissions?: Permissions
  concurrency?: object
  jobs: Record<string, Job>
}

const folder = path.join(projectRoot, '.github', 'workflows')
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(path.join(folder, file), 'utf8')
  return { file, text, workflow: parse(text) as Workflow }
})
const find = (name: string) => workflows.find(({ file }) => file === name)

/** Write permissions by workflow; all other permissions are read-only. */
const WRITES: Record<string, Permissions> = {
  'pull-request-comment.yml': { 'pull-requests': 'write' },
  'release.yml': { contents: 'write', 'id-token': 'write' },
}

describe.each(workflows)('the workflow $file', ({ file, text, workflow }) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps ?? [])
  const scripts = steps.flatMap(({ run }) => run ?? [])
  const events = typeof workflow.on === 'string' ? [workflow.on] : Object.keys(workflow.on)

  it('has only the permissions that it needs', () => {
    expect(workflow.permissions).toBeTypeOf('object')
    const granted = [workflow.permissions, ...jobs.map(({ permissions }) => permissions ?? {})]
    for (const permissions of granted) expect(permissions).toBeTypeOf('object')
    const all = granted.flatMap((permissions) => Object.entries(permissions ?? {}))
    expect(Object.fromEntries(all.filter(([, access]) => access !== 'read'))).toEqual(WRITES[file] ?? {})
  })

  it('pins every action to a commit and states its version in a comment', () => {
    const pinned = /^(?:\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/
    const uses = [...text.matchAll(/\buses: (.*)$/gm)].map(([, action]) => action)
    expect(uses).toHaveLength([...steps, ...jobs].filter((item) => item.uses).length)
    for (const action of uses) expect(action).toMatch(pinned)
  })

  it('installs system packages only from the list in .ci', () => {
    for (const script of scripts) expect(script).not.toMatch(/\bapt\b/)
  })

  it('has a timeout and a concurrency group', () => {
    for (const job of jobs) {
      if (!job.uses) expect(job['timeout-minutes']).toBeLessThanOrEqual(120)
      expect(workflow.concurrency ?? job.concurrency).toBeTypeOf('object')
    }
  })

  it('never exposes secrets to untrusted pull requests, and never runs commands from their titles', () => {
    expect(events).not.toContain('pull_request_target')
    if (events.includes('pull_request')) expect(text).not.toContain('secrets.')
    // A pull request's title or branch name may contain a command, so scripts must not interpolate either. Matrix
    // values are trusted.
    for (const script of scripts) expect(script.replace(/\$\{\{ matrix\.\w+ \}\}/g, '')).not.toContain('${{')
    for (const { uses, with: inputs } of steps) {
      if (!uses?.startsWith('actions/checkout@')) continue
      expect(inputs).toMatchObject({ 'persist-credentials': false })
      expect(inputs).not.toHaveProperty('ref')
    }
  })

  it('runs only npm scripts and CLI options that exist', () => {
    for (const [, script = '', command, rest = ''] of scripts
      .join('\n')
      .matchAll(/\bnpm (?:run )?(?:--silent )?([\w:-]+)(?: -- (\w+))?(.*)/g)) {
      expect(['ci', 'publish', 'view', ...Object.keys(manifest.scripts)]).toContain(script)
      if (script !== 'site') continue
      const help = runSite([command ?? '', '--help']).stdout
      for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(help).toContain(`${option} `)
    }
  })
})

it('the weekly workflow runs every chaos suite', () => {
  const folders = readdirSync(path.join(projectRoot, 'tests', 'chaos'), { withFileTypes: true })
  const suites = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(find('weekly.yml')?.workflow.jobs.chaos?.strategy?.matrix.suite).toEqual(suites.sort())
})

it('the workflow that comments on pull requests installs nothing', () => {
  const comment = find('pull-request-comment.yml')
  expect(comment?.workflow.on).toEqual({ workflow_run: { workflows: ['pull request'], types: ['completed'] } })
  expect(find('pull-request.yml')?.workflow).toMatchObject({ name: 'pull request', on: 'pull_request' })
  expect(comment?.text).not.toMatch(/npm|npx/)
})

it('the job that has the server key installs nothing, and deploys a build that another job created', () => {
  const jobs = Object.entries(find('deploy.yml')?.workflow.jobs ?? {})
  const withKey = jobs.filter(([, job]) => JSON.stringify(job).includes('secrets.'))
  expect(withKey.map(([name]) => name)).toEqual(['publish'])
  expect(JSON.stringify(withKey)).not.toMatch(/npm|npx|actions\/checkout/)
})

const mainWorkflows = ['.github/workflows/ci.yml', 'create/template/.github/workflows/site.yml']
it.each(mainWorkflows)('%s deploys the main branch, and a newer commit never cancels that', (file) => {
  const { on, concurrency } = parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Workflow
  expect(on).toMatchObject({ push: { branches: ['main'] } })
  expect(concurrency).toMatchObject({
    'cancel-in-progress': expect.stringContaining("github.ref != 'refs/heads/main'"),
  })
})

it('the main branch is deployed only after the gates for code and content have passed', () => {
  expect(Object.keys(find('deploy.yml')?.workflow.on ?? {})).toEqual(['workflow_dispatch', 'workflow_call'])
  const { if: condition, needs, uses } = find('ci.yml')?.workflow.jobs.deploy ?? {}
  expect({ condition, needs, uses }).toEqual({
    condition: "github.event_name == 'push'",
    needs: ['code', 'content'],
    uses: './.github/workflows/deploy.yml',
  })
})

/** Creates an empty folder, and removes it after the test. */
function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'workflow-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the script of a step with stubs of these programs, as GitHub does. @returns the output */
function runStep(script: string, folder: string, stubs: Record<string, string>, env: NodeJS.ProcessEnv = {}): string {
  const bin = path.join(folder, '.bin')
  mkdirSync(bin, { recursive: true })
  for (const [name, text] of Object.entries(stubs))
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

it(
  'the gate for code is skipped only if no file outside content/ differs from a commit that passed',
  needs('git'),
  () => {
    const folder = createFolder()
    const { run = '' } = find('ci.yml')?.workflow.jobs.code?.steps?.find(({ id }) => id === 'code') ?? {}
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@a.example']
    const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' })
    const commit = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
      git('add', '--', file)
      git('commit', '--quiet', '--message', file)
      return git('rev-parse', 'HEAD').trim()
    }
    const isSkipped = (gh: string) => {
      const output = path.join(folder, '.output')
      writeFileSync(output, '')
      runStep(run, folder, { gh }, { GITHUB_OUTPUT: output, GITHUB_REPOSITORY: 'a/b' })
      return readFileSync(output, 'utf8') === 'tested=true\n'
    }
    git('init', '--quiet')
    commit('cli/build.ts', 'one')
    const passed = `echo ${commit('content/facts.yaml', 'a: 1')}`
    expect(isSkipped(passed)).toBe(true)
    commit('content/pages/new.yaml', 'a: 1')
    expect(isSkipped(passed)).toBe(true)
    expect([isSkipped('true'), isSkipped('exit 1'), isSkipped(`echo ${'a'.repeat(40)}`)]).toEqual([false, false, false])
    const other = `echo ${commit('docs/content/a.md', 'a')}`
    expect([isSkipped(passed), isSkipped(other)]).toEqual([false, true])
  },
)

it('a release that failed half-way is completed by a second run, in the order of dependencies', () => {
  const folder = createFolder()
  const steps = find('release.yml')?.workflow.jobs.publish?.steps ?? []
  const { run = '' } = steps.find(({ name }) => name === 'Publish') ?? {}
  const names = manifest.workspaces.map((workspace) => {
    const file = path.join(projectRoot, workspace, 'package.json')
    const { name, dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
    const packed = path.join(folder, 'package')
    mkdirSync(packed, { recursive: true })
    mkdirSync(path.join(folder, 'packages'), { recursive: true })
    writeFileSync(path.join(packed, 'package.json'), JSON.stringify({ name, version: '1.2.3' }))
    const tarball = `packages/${name.replace('@', '').replace('/', '-')}-1.2.3.tgz`
    execFileSync('tar', ['-czf', tarball, 'package'], { cwd: folder })
    return { name, tarball, dependencies }
  })
  // Fails like npm for versions that do not exist, and to publish what the file "broken" names.
  const npm = `case $1 in
    view) grep -qxF "$2" published && echo 1.2.3 ;;
    publish) grep -qxF "$2" broken && exit 1; tar -xOf "$2" package/package.json | node -p 'JSON.parse(fs.readFileSync(0)).name + "@1.2.3"' >> published ;;
  esac`
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
  const listPublished = () => readFileSync(path.join(folder, 'published'), 'utf8').trim().split('\n')
  const publish = () => runStep(run, folder, { npm }, { GITHUB_REF_NAME: 'v1.2.3' })
  write('published', '')
  write('broken', './packages/northshelf-1.2.3.tgz\n')
  expect(publish).toThrow()
  expect(listPublished()).toEqual(['@northshelf/site@1.2.3', '@northshelf/relay@1.2.3', '@northshelf/audit@1.2.3'])
  write('broken', '')
  publish()
  const order = listPublished().map((each) => each.replace('@1.2.3', ''))
  expect([...order].sort()).toEqual(names.map(({ name }) => name).sort())
  for (const { name, dependencies } of names)
    for (const other of order.slice(order.indexOf(name))) expect(Object.keys(dependencies), name).not.toContain(other)
})

it('tests run with the oldest version of Node that package.json allows', () => {
  const [oldest] = find('ci.yml')?.workflow.jobs.code?.strategy?.matrix.node ?? []
  expect(`>=${oldest}`).toBe(manifest.engines.node)
})

it('the deploy job skips a build that is already live, and runs only the commands it needs', needs('rsync'), () => {
  const root = mkdtempSync(path.join(tmpdir(), 'deploy-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const to = path.join(root, 'server')
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  write('dist/site/index.html', 'one')
  write('dist/site/assets/one.js', 'one')
  write('dist/relay/relay.js', 'one')
  write('dist/hosting/nginx.conf', 'one')
  copyFileSync(path.join(projectRoot, 'cli/build/hosting/deploy.sh'), path.join(root, 'dist/hosting/deploy'))
  const { run = '' } = find('deploy.yml')?.workflow.jobs.publish?.steps?.at(-1) ?? {}
  const publish = () => {
    const env = { PATH: process.env.PATH, TO: to, AFTER: 'echo restarted it', RELOAD: 'echo reloaded that' }
    const output = execFileSync('bash', ['-e', '-c', run], {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return output.match(/not published again|is live|^restarted it|^reloaded that/gm)
  }
  const same = ['not published again']
  expect([publish(), publish()]).toEqual([['is live', 'restarted it', 'reloaded that'], same])
  write('dist/site/about.html', 'a page more')
  expect([publish(), publish()]).toEqual([['is live'], same])
  rmSync(path.join(root, 'dist/site/about.html'))
  expect([publish(), publish()]).toEqual([['is live'], same])
  write('dist/relay/relay.js', 'two')
  expect([publish(), publish()]).toEqual([['is live', 'restarted it'], same])
})
