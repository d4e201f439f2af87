import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refuseOutput } from '../../cli/build/refuse-output.ts'
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

describe('an output folder', () => {
  it.each([
    ['it is the content folder', content],
    ['it is the content folder', at('link')],
    ['it lies in the content folder', at('home', 'content', 'blog', 'new')],
    ['it lies in the content folder', at('link', 'new')],
    ['the content folder lies in it', at('home')],
    ['the content folder lies in it', '/'],
    ['the project lies in it', projectRoot],
    ['the project lies in it', path.dirname(projectRoot)],
    ['your home folder lies in it', homedir()],
    ['has files that no build made', at('foreign')],
    ['has files that no build made', path.join(projectRoot, 'src')],
  ])('is rejected because %s: %s', (why, out) => {
    expect(() => refuseOutput(out, content)).toThrow(why)
  })

  it.each(['new', 'home/contents', 'home/content-dist', 'built', 'killed'])('is accepted: %s', (out) => {
    expect(() => refuseOutput(at(out), content)).not.toThrow()
  })
})
