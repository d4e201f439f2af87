import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { hashFiles, listArguments } from '../../scripts/bench/kill-builds.ts'
import { copyProject } from '../../scripts/bench/project-copy.ts'
import { cleanEnvironment } from '../run-site.ts'

const project = copyProject()
afterAll(project.remove)
const content = path.join(projectRoot, 'tests', 'sites', 'harbor')

async function build(out: string) {
  const child = spawn(process.execPath, listArguments(project, content, out), { env: cleanEnvironment() })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

it('two builds at once into one folder leave it whole, and one that stands back says so', async () => {
  const clean = project.beside('clean')
  expect(await build(clean)).toMatchObject({ code: 0 })
  const expected = hashFiles(clean)
  const out = project.beside('out')
  // Into an empty folder with nothing made before, then into one that is whole.
  for (const before of [project.forgetContent, () => {}]) {
    before()
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
