import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { TestModule } from 'vitest/node'
import { projectRoot } from '../../cli/paths.ts'
import { sortSkipped } from '../skipped-tests.ts'

it('tests use fixed random seeds', () => {
  const folder = path.join(projectRoot, 'tests')
  // Ignores leftover output from killed runs, and the files that create random seeds and unique submission keys.
  const ignored = /^(?:\.output|chaos.(?:seed-option|submission)\.ts$)/
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !ignored.test(file),
  )
  const random = /\bMath\.random\b|\brandom\w+\b.* from 'node:crypto'/
  expect(files.filter((file) => random.test(readFileSync(path.join(folder, file), 'utf8')))).toEqual([])
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
