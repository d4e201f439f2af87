import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../cli/paths.ts'
import manifest from '../../package.json' with { type: 'json' }
import { needs } from '../needs.ts'
import { cleanEnvironment } from '../run-site.ts'

it(
  'npm version sets the version of all packages, moves the unreleased changes under it, and fails if there are none',
  needs('git'),
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'release-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const manifests = manifest.workspaces.map((workspace) => `${workspace}/package.json`)
    const versioned = [...manifests, 'package-lock.json', 'package.json']
    for (const file of [...versioned, 'scripts/install.mjs', 'scripts/release.mjs'])
      cpSync(path.join(projectRoot, file), path.join(folder, file))
    const changelog = path.join(folder, 'CHANGELOG.md')
    writeFileSync(
      changelog,
      '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.9 - 2026-01-01\n\n- Old.\n',
    )
    const names = ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_NAME`, 'Ada'])
    const mails = ['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_EMAIL`, 'ada@harbor.example'])
    const env = { ...cleanEnvironment(), ...Object.fromEntries([...names, ...mails]) }
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'All')
    const release = (version: string) => spawnSync('npm', ['version', version], { cwd: folder, env, encoding: 'utf8' })

    expect(release('3.0.0')).toMatchObject({ status: 0, stdout: expect.stringContaining('v3.0.0') })
    const text = readFileSync(changelog, 'utf8')
    expect(text).toMatch(/^## Unreleased\n\n## 3\.0\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- A thing\.\n\n## 0\.0\.9/m)
    expect(git('tag')).toBe('v3.0.0\n')
    expect(git('show', '--name-only', '--format=', 'v3.0.0^{commit}').trim().split('\n')).toEqual([
      'CHANGELOG.md',
      ...versioned.sort(),
    ])
    const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
    const { packages } = read('package-lock.json')
    for (const file of manifests) {
      const { version, dependencies = {} } = read(file)
      const own = Object.entries(dependencies).filter(([name]) => name.startsWith('@northshelf/'))
      expect([version, ...own.map(([, range]) => range)]).toEqual(Array(own.length + 1).fill('3.0.0'))
      const locked = packages[path.dirname(file)]
      expect([locked.version, locked.dependencies ?? {}]).toEqual([version, dependencies])
    }
    expect(release('3.0.1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nothing under "## Unreleased"'),
    })
    expect(git('status', '--porcelain')).toBe('')
  },
)

it('@types/node matches the oldest version of Node that package.json allows', () => {
  const oldest = Number(/\d+/.exec(manifest.engines.node)?.[0])
  const { packageRules } = parse(readFileSync(path.join(projectRoot, 'renovate.json'), 'utf8')) as {
    packageRules: { matchPackageNames?: string[]; allowedVersions?: string }[]
  }
  const rule = packageRules.find(({ matchPackageNames }) => matchPackageNames?.includes('@types/node'))
  expect(rule?.allowedVersions).toBe(`<${oldest + 1}`)
  expect(manifest.devDependencies['@types/node']).toMatch(new RegExp(`^\\^${oldest}\\.`))
})
