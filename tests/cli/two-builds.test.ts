import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { hashFiles, listArguments } from '../chaos/kills/kill-builds.ts'
import { cleanEnvironment } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'two-builds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = path.join(projectRoot, 'scripts', 'site.mjs')
const content = path.join(folder, 'content')
cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
/** Entries that every build omits: a draft, a scheduled entry and an expired one. */
const hidden = ['blog/draft.md', 'blog/scheduled.md', 'jobs/expired.md']
const states = ['draft: true', 'published: 2931-05-05', 'posted: 2024-01-01\ncloses: 2024-01-31']
for (const [index, file] of hidden.entries()) {
  const from = path.join(content, path.dirname(file) === 'jobs' ? 'jobs/listing-keeper.md' : 'blog/ceilings-for-ads.md')
  const text = readFileSync(from, 'utf8').replace(/^title: /m, `title: ${index} `)
  const own = index === 0 ? text : text.replace(/^(?:published|posted|updated): .*\n/gm, '')
  writeFileSync(path.join(content, file), own.replace('---\n', `---\n${states[index]}\n`))
}
/** Source of a module that moves the clock forward by 40 days. */
const LATER = `const D = Date; const now = () => D.now() + 40 * 864e5; globalThis.Date = class extends D {
  constructor(...args) { super(...(args.length > 0 ? args : [now()])) } static now = now }`
const later = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LATER)}` }

async function build(out: string, env = {}) {
  const args = [...listArguments({ program }, content, out), '--now', '2026-11-23']
  const child = spawn(process.execPath, args, { env: { ...cleanEnvironment(), ...env } })
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errors }
}

it('builds for the same day are identical, even if two of them run concurrently in the same folder', async () => {
  const [clean, out] = [path.join(folder, 'clean'), path.join(folder, 'out')]
  expect(await build(clean, later)).toMatchObject({ code: 0 })
  const expected = hashFiles(clean)
  const files = [...expected.keys()]
  for (const part of ['site/', 'relay/', 'hosting/']) expect(files.some((file) => file.startsWith(part))).toBe(true)
  // An expired entry's address redirects to its list page.
  expect(files.filter((file) => /draft|scheduled|expired/.test(file))).toEqual(['hosting/moved/careers/expired.html'])
  // Builds into an empty folder first, then over a complete build.
  for (let round = 0; round < 2; round += 1) {
    const ended = await Promise.all([build(out), build(out)])
    expect(ended.map(({ code }) => code)).toContain(0)
    for (const { code, errors } of ended) {
      if (code === 0) continue
      expect(errors).toContain('Another build')
      expect(errors).not.toContain('Internal error')
    }
    expect(hashFiles(out)).toEqual(expected)
  }
})
