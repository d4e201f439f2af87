import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { TestModule } from 'vitest/node'
import { projectRoot } from '../../cli/paths.ts'
import { sortSkipped } from '../skipped-tests.ts'

/** Lists the test files that contain the pattern. Ignores leftover output from killed runs. */
function listFilesWith(pattern: RegExp, ignored: RegExp): string[] {
  const folder = path.join(projectRoot, 'tests')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('.output') && !ignored.test(file))
    .filter((file) => pattern.test(readFileSync(path.join(folder, file), 'utf8')))
}

it('tests use fixed random seeds', () => {
  // These files create random seeds and unique submission keys.
  const ignored = /^chaos\/(?:seed-option|submission)\.ts$/
  expect(listFilesWith(/\bMath\.random\b|\brandom\w+\b.* from 'node:crypto'/, ignored)).toEqual([])
})

it('tests never read content/, which maintainers edit', () => {
  const reads =
    /defaultPaths\.(?:content|out)\b|projectRoot, 'content'|\b(?:readFileSync|readdirSync|cpSync|loadContent)\(['`"]content\b|\.\.\/content\/\w+'\)/
  // The suite copies the content, to edit the copy.
  const ignored = /^chaos\/content\/content\.ts$|^conventions\/test-rules\.test\.ts$/
  expect(listFilesWith(reads, ignored)).toEqual([])
})

it('a test that is skipped for an unlisted reason fails the run in CI', () => {
  const tests = [
    { fullName: 'as root', meta: () => ({ missing: 'root' }) },
    { fullName: 'with git', meta: () => ({ missing: 'git' }) },
    { fullName: 'unexplained', meta: () => ({}) },
  ]
  const module = { relativeModuleId: 'a.test.ts', children: { allTests: () => tests } } as unknown as TestModule
  const git = 'a.test.ts > with git: needs git'
  expect(sortSkipped([module], false).rejected).toEqual([git, expect.stringContaining('unexplained: without a reason')])
  expect(sortSkipped([module], true)).toEqual({ counts: { 'needs root': 1, 'needs git': 1 }, rejected: [git] })
})
