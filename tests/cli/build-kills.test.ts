import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildSite } from '../../cli/build/build.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import { createWriteCounter, hashFiles, killBuild, listArguments } from '../chaos/kills/kill-builds.ts'
import { measure } from '../chaos/measure.ts'
import { generateContent } from '../generate-content.ts'
import { cleanEnvironment } from '../run-site.ts'

// Removes the environment variables that child processes must not inherit. Keeps NODE_ENV: without it, the build in this
// process would load React's production code, which cannot render the elements of later tests in this process.
const inherited = { ...cleanEnvironment(), NODE_ENV: 'test' }
for (const name of Object.keys(process.env)) if (!(name in inherited)) vi.stubEnv(name, undefined)
const folder = mkdtempSync(path.join(tmpdir(), 'build-kills-'))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const [content, out] = [path.join(folder, 'content'), path.join(folder, 'out')]
const args = listArguments({ program: path.join(projectRoot, 'scripts', 'site.mjs') }, content, out)
let whole: Map<string, string>
beforeAll(async () => {
  generateContent(content, 12, path.join(projectRoot, 'tests', 'sites', 'harbor'))
  await measure(process.execPath, args)
  whole = hashFiles(out)
})

// `npm run chaos kills` kills builds at random moments.
it('rebuilding the original content after a build was killed restores the original output', async () => {
  const file = path.join(content, 'site.yaml')
  const original = readFileSync(file, 'utf8')
  writeFileSync(file, original.replace(/^tagline: .*$/m, '$& again'))
  // Every page shows the tagline, so the build must rewrite all pages and is still unfinished after 20 files.
  const countWritten = createWriteCounter([path.join(out, 'site')])
  expect(await killBuild(args, () => countWritten() > 20)).toBe(true)
  expect(hashFiles(out)).not.toEqual(whole)
  writeFileSync(file, original)
  await measure(process.execPath, args)
  expect(hashFiles(out)).toEqual(whole)
})

it('rebuilding the original content after a build has failed restores the original output', async () => {
  const { content: good } = await loadContent(content)
  if (!good) throw new Error('the content has errors')
  // Every page changes, because every page shows the tagline. One page cannot be rendered.
  const site = { ...good.site, tagline: `${good.site.tagline} again` }
  const [first, ...rest] = good.pages
  const pages = [{ ...first, sections: [{ type: 'unknown' }] }, ...rest]
  await expect(buildSite({ content: { ...good, site, pages } as typeof good, out })).rejects.toThrow()
  expect(hashFiles(out)).not.toEqual(whole)
  await buildSite({ content: good, out })
  expect(hashFiles(out)).toEqual(whole)
})
