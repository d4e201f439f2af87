import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSafeStore } from '../../cli/editor/files/content-store.ts'
import { needs } from '../needs.ts'
import { createSmallDisk } from '../relay/small-disk.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'disk-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const [old, other] = [Buffer.from('a: 1\n'), Buffer.from('a: 2\n')]

it('the editor writes files in a content folder that is a symbolic link', async () => {
  const root = folder()
  mkdirSync(path.join(root, 'real'))
  symlinkSync('real', path.join(root, 'content'))
  await createSafeStore(path.join(root, 'content')).write([
    { file: 'content/site.yaml', before: undefined, after: old },
  ])
  expect(readdirSync(path.join(root, 'real'))).toEqual(['site.yaml'])
})

it('when the editor saves a file that is a symbolic link, it keeps the link and writes to its target', async () => {
  const root = path.join(folder(), 'content')
  mkdirSync(root)
  writeFileSync(path.join(root, 'real.yaml'), old)
  symlinkSync('real.yaml', path.join(root, 'link.yaml'))
  await createSafeStore(root).write([{ file: 'content/link.yaml', before: old, after: other }])
  expect(lstatSync(path.join(root, 'link.yaml')).isSymbolicLink()).toBe(true)
  expect(readFileSync(path.join(root, 'real.yaml'))).toEqual(other)
})

it('the editor writes no files if one of them cannot be written', async () => {
  const root = path.join(folder(), 'content')
  mkdirSync(root)
  writeFileSync(path.join(root, 'one.yaml'), old)
  writeFileSync(path.join(root, 'file'), '')
  const write = () =>
    createSafeStore(root).write([
      { file: 'content/one.yaml', before: old, after: other },
      { file: 'content/gone.yaml', before: undefined, after: other },
      { file: 'content/file/two.yaml', before: undefined, after: other },
    ])
  await expect(write()).rejects.toThrow('content/file/two.yaml was not written: its parent is a file, not a folder.')
  expect(readdirSync(root).sort()).toEqual(['file', 'one.yaml'])
  expect(readFileSync(path.join(root, 'one.yaml'))).toEqual(old)
})

it('the editor leaves the old file unchanged if the disk is full', needs('root', 'a mounted tmpfs'), async () => {
  const disk = await createSmallDisk()
  const root = path.join(disk.folder, 'content')
  mkdirSync(root)
  const store = createSafeStore(root)
  await store.write([{ file: 'content/one.yaml', before: undefined, after: old }])
  await disk.fill()
  const write = () => store.write([{ file: 'content/one.yaml', before: old, after: Buffer.alloc(9000, 'x') }])
  await expect(write()).rejects.toThrow('content/one.yaml was not written: the disk is full. Nothing was changed.')
  // Without the folder of the lock, not even the lock can be created.
  rmSync(path.join(disk.folder, '.northshelf'), { recursive: true })
  await disk.fill()
  await expect(write()).rejects.toThrow(`Cannot write ${root}: the disk is full. Nothing was changed.`)
  expect([readdirSync(root), readFileSync(path.join(root, 'one.yaml'))]).toEqual([['one.yaml'], old])
})
