import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { toSystemFailure } from '../../cli/diagnostics/failure.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { copyHarborContent } from '../cli/break-content.ts'
import { needs } from '../needs.ts'
import { createSmallDisk } from '../relay/small-disk.ts'
import { runHere } from '../run-here.ts'

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'system-error-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('toSystemFailure', () => {
  it.each([
    [{ code: 'EACCES', syscall: 'open', path: '/a' }, 'Cannot open /a: permission denied.'],
    [{ code: 'EPERM', syscall: 'unlink', path: '/a' }, 'Cannot remove /a: permission denied.'],
    [{ code: 'EROFS', syscall: 'mkdir', path: '/a' }, 'Cannot create /a: the file system is read-only.'],
    [{ code: 'ENOSPC', syscall: 'write' }, 'Cannot write /out: the disk is full.'],
    [{ code: 'EDQUOT', syscall: 'write' }, 'Cannot write /out: the disk quota is exceeded.'],
    [{ code: 'EMFILE', syscall: 'scandir', path: '/a' }, 'Cannot read /a: too many open files'],
    [{ code: 'EISDIR', syscall: 'open', path: '/a' }, 'Cannot open /a: it is a folder, not a file.'],
    [{ code: 'ENOENT', syscall: 'open', path: '/a' }, 'Cannot open /a: it does not exist.'],
    [{ code: 'ENOSPC', syscall: 'watch', path: '/a' }, 'Cannot watch /a: the system has reached its limit on watched'],
  ])('describes the error %o', (error, message) => {
    expect(toSystemFailure(Object.assign(new Error('raw'), error), '/out')).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining(message),
    })
  })

  it('returns undefined for other errors', () => {
    for (const error of [new Error('EACCES'), { code: 'ENOENT', syscall: 'open' }, { code: 'EACCES' }])
      expect(toSystemFailure(error)).toBeUndefined()
  })
})

it('loadContent succeeds if the cache cannot be written', async () => {
  const folder = createFolder()
  const cache = path.join(folder, 'cache')
  writeFileSync(cache, 'A file, so that no folder can be created in it.')
  const { problems } = await loadContent(copyHarborContent(folder), { cache: createParseCache(cache) })
  expect(problems).toEqual([])
})

describe('a command that cannot write its output', () => {
  it.each([
    ['site new', ['new', 'blog', 'x'], 'blog', 'blog/x.md: its parent is a file, not a folder.'],
    ['site new with a circular link', ['new', 'blog', 'x'], 'loop', 'blog/x.md: its symbolic links form a loop.'],
    ['site build', ['build'], 'out', 'out: its parent is a file, not a folder.'],
    ['site init', ['init'], 'init', 'Nothing was written: Cannot create'],
  ])('exits with code 3 and reports the file: %s', async (_, args, obstacle, message) => {
    const folder = createFolder()
    const content = copyHarborContent(folder)
    const blocked = path.join(obstacle === 'blog' || obstacle === 'loop' ? content : folder, 'blog')
    rmSync(blocked, { recursive: true, force: true })
    if (obstacle === 'loop') symlinkSync('blog', blocked)
    else writeFileSync(blocked, '')
    const options =
      args[0] === 'init'
        ? [path.join(blocked, 'new'), '--name', 'A', '--url', 'https://a.example', '--email', 'a@a.example']
        : ['--content', content, '--out', path.join(blocked, 'out')]
    const { code, stderr } = await runHere([...args, ...options])
    expect([code, stderr]).toEqual([3, expect.stringContaining(message)])
    expect(stderr).not.toContain('    at ')
  })

  it('exits with code 2 if its output folder is the content folder', async () => {
    const content = copyHarborContent(createFolder())
    const { code, stderr } = await runHere(['build', '--content', content, '--out', content])
    expect([code, stderr]).toEqual([2, expect.stringContaining('it is the content folder')])
  })

  it('leaves no partial file behind if the disk is full', needs('root', 'a mounted tmpfs'), async () => {
    const disk = await createSmallDisk()
    const content = copyHarborContent(disk.folder)
    await disk.fill()
    const { code, stderr } = await runHere(['new', 'blog', 'x', '--content', content])
    expect([code, stderr]).toEqual([3, expect.stringMatching(/blog\/x\.md was not written: the disk is full\.\n$/)])
    expect(existsSync(path.join(content, 'blog', 'x.md'))).toBe(false)
  })
})
