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

/** What a workflow may write; everything else it may read at most. */
const WRITES: Record<string, Permissions> = { 'pull-request-comment.yml': { 'pull-requests': 'write' } }

describe.each(workflows)('the workflow $file', ({ file, text, workflow }) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps ?? [])
  const scripts = steps.flatMap(({ run }) => run ?? [])
  const events = typeof workflow.on === 'string' ? [workflow.on] : Object.keys(workflow.on)

  it('may do what it needs and no more', () => {
    expect(workflow.permissions).toBeTypeOf('object')
    const granted = [workflow.permissions, ...jobs.map(({ permissions }) => permissions ?? {})]
    for (const permissions of granted) expect(permissions).toBeTypeOf('object')
    const all = granted.flatMap((permissions) => Object.entries(permissions ?? {}))
    expect(Object.fromEntries(all.filter(([, may]) => may !== 'read'))).toEqual(WRITES[file] ?? {})
  })

  it('pins every action to a commit, and says which version that is', () => {
    const pinned = /^(?:\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/
    const uses = [...text.matchAll(/\buses: (.*)$/gm)].map(([, what]) => what)
    expect(uses).toHaveLength([...steps, ...jobs].filter((one) => one.uses).length)
    for (const what of uses) expect(what).toMatch(pinned)
  })

  it('installs system packages only from the list in .ci', () => {
    for (const script of scripts) expect(script).not.toMatch(/\bapt\b/)
  })

  it('ends, and does not get in its own way', () => {
    for (const job of jobs) {
      if (!job.uses) expect(job['timeout-minutes']).toBeLessThanOrEqual(120)
      expect(workflow.concurrency ?? job.concurrency).toBeTypeOf('object')
    }
  })

  it('gives what strangers wrote neither secrets nor the place of a command', () => {
    expect(events).not.toContain('pull_request_target')
    if (events.includes('pull_request')) expect(text).not.toContain('secrets.')
    // The title or branch of a pull request may hold a command; the matrix is our own.
    for (const script of scripts) expect(script.replace(/\$\{\{ matrix\.\w+ \}\}/g, '')).not.toContain('${{')
    for (const { uses, with: given } of steps) {
      if (!uses?.startsWith('actions/checkout@')) continue
      expect(given).toMatchObject({ 'persist-credentials': false })
      expect(given).not.toHaveProperty('ref')
    }
  })

  it('runs commands that there are', () => {
    for (const [, script = '', command, rest = ''] of scripts
      .join('\n')
      .matchAll(/\bnpm (?:run )?(?:--silent )?([\w-]+)(?: -- (\w+))?(.*)/g)) {
      expect(['ci', ...Object.keys(manifest.scripts)]).toContain(script)
      if (script !== 'site') continue
      const help = runSite([command ?? '', '--help']).stdout
      for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(help).toContain(`${option} `)
    }
  })
})

it('runs every chaos suite each week', () => {
  const folders = readdirSync(path.join(projectRoot, 'tests', 'chaos'), { withFileTypes: true })
  const suites = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(find('weekly.yml')?.workflow.jobs.chaos?.strategy?.matrix.suite).toEqual(suites.sort())
})

it('what may write a comment on a pull request installs nothing', () => {
  const comment = find('pull-request-comment.yml')
  expect(comment?.workflow.on).toEqual({ workflow_run: { workflows: ['pull request'], types: ['completed'] } })
  expect(find('pull-request.yml')?.workflow).toMatchObject({ name: 'pull request', on: 'pull_request' })
  expect(comment?.text).not.toMatch(/npm|npx/)
})

it('what has the key of the server installs nothing, and takes what another job has built', () => {
  const jobs = Object.entries(find('deploy.yml')?.workflow.jobs ?? {})
  const withKey = jobs.filter(([, job]) => JSON.stringify(job).includes('secrets.'))
  expect(withKey.map(([name]) => name)).toEqual(['publish'])
  expect(JSON.stringify(withKey)).not.toMatch(/npm|npx|actions\/checkout/)
})

it('deploys from main only what has passed the tests and the audit', () => {
  expect(Object.keys(find('deploy.yml')?.workflow.on ?? {})).toEqual(['workflow_dispatch', 'workflow_call'])
  const { if: condition, needs, uses } = find('ci.yml')?.workflow.jobs.deploy ?? {}
  expect({ condition, needs, uses }).toEqual({
    condition: "github.event_name == 'push'",
    needs: ['test', 'audit'],
    uses: './.github/workflows/deploy.yml',
  })
})

it('tests run with the oldest Node that package.json lets in', () => {
  const [oldest] = find('ci.yml')?.workflow.jobs.test?.strategy?.matrix.node ?? []
  expect(`>=${oldest}`).toBe(manifest.engines.node)
})

it('deploys a build that the server does not have, and runs the commands that its changes need', needs('rsync'), () => {
  const place = mkdtempSync(path.join(tmpdir(), 'deploy-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const to = path.join(place, 'server')
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
    writeFileSync(path.join(place, file), text)
  }
  write('dist/site/index.html', 'one')
  write('dist/site/assets/one.js', 'one')
  write('dist/relay/relay.js', 'one')
  write('dist/hosting/nginx.conf', 'one')
  copyFileSync(path.join(projectRoot, 'cli/build/hosting/deploy.sh'), path.join(place, 'dist/hosting/deploy'))
  const { run = '' } = find('deploy.yml')?.workflow.jobs.publish?.steps?.at(-1) ?? {}
  const publish = () => {
    const env = { PATH: process.env.PATH, TO: to, AFTER: 'echo restarted it', RELOAD: 'echo reloaded that' }
    const said = execFileSync('bash', ['-e', '-c', run], {
      cwd: place,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return said.match(/not published again|is live|^restarted it|^reloaded that/gm)
  }
  const same = ['not published again']
  expect([publish(), publish()]).toEqual([['is live', 'restarted it', 'reloaded that'], same])
  write('dist/site/about.html', 'a page more')
  expect([publish(), publish()]).toEqual([['is live'], same])
  rmSync(path.join(place, 'dist/site/about.html'))
  expect([publish(), publish()]).toEqual([['is live'], same])
  write('dist/relay/relay.js', 'two')
  expect([publish(), publish()]).toEqual([['is live', 'restarted it'], same])
})
