import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { hashFiles, listArguments } from '../../scripts/bench/kill-builds.ts'
import { cleanEnvironment } from '../run-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'two-builds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = path.join(projectRoot, 'scripts', 'site.mjs')
const content = path.join(projectRoot, 'tests', 'sites', 'harbor')

async function build(out: string) {
  const child = spawn(process.execPath, listArguments({ program }, content, out), { env: cleanEnvironment() })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

it('two builds at once into one folder leave it whole, and one that stands back says so', async () => {
  const [clean, out] = [path.join(folder, 'clean'), path.join(folder, 'out')]
  expect(await build(clean)).toMatchObject({ code: 0 })
  const expected = hashFiles(clean)
  // Into an empty folder, then into one that is whole.
  for (let time = 0; time < 2; time += 1) {
    const ended = await Promise.all([build(out), build(out)])
    expect(ended.map(({ code }) => code)).toContain(0)
    for (const { code, said } of ended) {
      if (code === 0) continue
      expect(said).toContain('Another build')
      expect(said).not.toContain('fault of the program')
    }
    expect(hashFiles(out)).toEqual(expected)
  }
})
