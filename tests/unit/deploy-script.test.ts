import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deployFolder, listReleases, missingAssets, run, writeBuild } from '../deploy/small-build.ts'
import { needs } from '../needs.ts'

/** Creates a build and an empty target. */
function createBuild() {
  const { folder, remove } = deployFolder()
  onTestFinished(remove)
  const dist = path.join(folder, 'dist')
  const script = writeBuild(dist, ['a.js', 'b.js'])
  return { folder, dist, script, target: path.join(folder, 'target') }
}

describe('the deploy script', needs('rsync'), () => {
  it.each<[string, Record<string, string>]>([
    ['CDPATH contains the current folder', { CDPATH: '.' }],
    ['CDPATH contains another build', { CDPATH: 'other' }],
    [
      'ls, grep and the shell have other options',
      { QUOTING_STYLE: 'c', GREP_OPTIONS: '-v', IFS: 'T', SHELLOPTS: 'noglob' },
    ],
  ])('publishes its own build if %s', (_, variables) => {
    const { folder, dist, target } = createBuild()
    const other = path.join(folder, 'other')
    mkdirSync(other)
    writeBuild(path.join(other, 'dist'), ['wrong.js'])
    const deploy = (...args: string[]) =>
      run('dist/hosting/deploy', args, { cwd: folder, env: { ...process.env, ...variables } })
    expect(deploy(target)).toMatchObject({ code: 0, error: '' })
    writeFileSync(path.join(dist, 'site', 'about.html'), 'Changed')
    expect(deploy(target)).toMatchObject({ code: 0, error: '' })
    expect(listReleases(target)).toHaveLength(2)
    expect(missingAssets(target)).toEqual([])
    expect(readdirSync(path.join(target, 'assets')).sort()).toEqual(['a.js', 'b.js'])
  })

  it(
    'uploads only changed files and reports nothing if root deploys to the folder of another user',
    needs('root'),
    () => {
      const { dist, script, target } = createBuild()
      expect(run(script, [target]).code).toBe(0)
      // Unlike chown(2), this also changes symlinks.
      spawnSync('chown', ['-hR', 'nobody', target])
      const asset = path.join(target, 'assets', 'a.js')
      const { ino } = statSync(asset)
      rmSync(path.join(dist, 'site', 'about.html'))
      writeFileSync(path.join(dist, 'site', 'new.html'), 'New')
      const { code, out, error } = run(script, [target])
      expect([code, error]).toEqual([0, ''])
      expect(out).toContain('Sent 1 new or changed files')
      expect(statSync(asset).ino).toBe(ino)
    },
  )
})
