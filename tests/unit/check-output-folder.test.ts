import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkOutputFolder } from '../../cli/build/check-output-folder.ts'
import { projectRoot } from '../../cli/paths.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'refuse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => path.join(folder, ...names)
mkdirSync(at('home', 'content', 'blog'), { recursive: true })
symlinkSync(at('home', 'content'), at('link'))
for (const name of ['built', 'killed', 'foreign']) {
  mkdirSync(at(name, 'site'), { recursive: true })
  writeFileSync(at(name, 'site', 'index.html'), '')
}
writeFileSync(at('built', '.build.json'), '{}')
writeFileSync(at('killed', '.building'), '1')
const content = at('home', 'content')
// The user's own home folder may contain the project.
mkdirSync(at('user', 'ada'), { recursive: true })
beforeEach(() => {
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, at('user', 'ada'))
  return () => vi.unstubAllEnvs()
})

describe('an output folder', () => {
  it.each([
    ['it is the content folder', content],
    ['it is the content folder', at('link')],
    ['it is inside the content folder', at('home', 'content', 'blog', 'new')],
    ['it is inside the content folder', at('link', 'new')],
    ['it contains the content folder', at('home')],
    ['it contains the content folder', '/'],
    ['it contains the project', projectRoot],
    // The message names the project or, if the project's parent is `/`, the content folder, which is checked first.
    ['it contains the', path.dirname(projectRoot)],
    ['it contains your home folder', at('user')],
    ['it contains your home folder', at('user', '..', 'user')],
    ['contains files that no build created', at('foreign')],
    ['contains files that no build created', path.join(projectRoot, 'src')],
  ])('is refused with the reason "%s": %s', (why, out) => {
    expect(() => checkOutputFolder(out, content)).toThrow(why)
  })

  it.each(['new', 'home/contents', 'home/content-dist', 'built', 'killed'])('is accepted at the path %s', (out) => {
    expect(() => checkOutputFolder(at(out), content)).not.toThrow()
  })
})
