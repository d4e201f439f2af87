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
  steps?: { name?: string; uses?: string; run?: string; with?: object }[]
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
      .matchAll(/\bnpm (?:run )?(?:--silent )?([\w-]+)(?: -- (\w+))?(.*)/g)) {
      expect(['ci', 'publish', ...Object.keys(manifest.scripts)]).toContain(script)
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

it('the main branch is deployed only after the tests and the audit have passed', () => {
  expect(Object.keys(find('deploy.yml')?.workflow.on ?? {})).toEqual(['workflow_dispatch', 'workflow_call'])
  const { if: condition, needs, uses } = find('ci.yml')?.workflow.jobs.deploy ?? {}
  expect({ condition, needs, uses }).toEqual({
    condition: "github.event_name == 'push'",
    needs: ['test', 'audit'],
    uses: './.github/workflows/deploy.yml',
  })
})

it('tests run with the oldest version of Node that package.json allows', () => {
  const [oldest] = find('ci.yml')?.workflow.jobs.test?.strategy?.matrix.node ?? []
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
