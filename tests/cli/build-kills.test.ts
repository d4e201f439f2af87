import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { generateContent } from '../../scripts/bench/generate-content.ts'
import { countWritten, hashFiles, killBuild, killBuilds, listArguments } from '../../scripts/bench/kill-builds.ts'
import { measure } from '../../scripts/bench/measure.ts'
import { copyProject } from '../../scripts/bench/project-copy.ts'
import { cleanEnvironment } from '../run-site.ts'

// What is started below takes our environment.
for (const name of Object.keys(process.env)) if (!(name in cleanEnvironment())) vi.stubEnv(name, undefined)
const project = copyProject()
afterAll(project.remove)
const content = project.beside('original')
generateContent(content, 12, path.join(projectRoot, 'tests', 'sites', 'harbor'))

it('a build after killed ones leaves what a build in peace leaves', async () => {
  const { killed, wrong } = await killBuilds(project, { content, times: 3, cold: 0, seed: 4 })
  expect(killed).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

it('what a killed build has written does not stand for what the content says again', async () => {
  const out = project.beside('came-back')
  const args = listArguments(project, content, out)
  await measure(process.execPath, args)
  const whole = hashFiles(out)
  const file = path.join(content, 'site.yaml')
  const said = readFileSync(file, 'utf8')
  writeFileSync(file, said.replace(/^tagline: .*$/m, '$& again'))
  // All pages show the tagline: it is far from its end when some are written.
  const pages = path.join(out, 'site')
  expect(await killBuild(args, (start) => countWritten([pages], start) > 20)).toBe(true)
  expect(hashFiles(out)).not.toEqual(whole)
  writeFileSync(file, said)
  await measure(process.execPath, args)
  expect(hashFiles(out)).toEqual(whole)
  rmSync(out, { recursive: true })
})
