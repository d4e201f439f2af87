import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { Path } from '../../content/yaml/source.ts'
import type { Reader } from '../../dev/snapshot.ts'
import { readSlugs } from '../../scaffold/schema/slugs.ts'
import { listTouched } from './affected-pages.ts'
import type { Edit } from './change.ts'
import { createDisk, type Saved, versionOf } from './disk.ts'
import { changeFile, type Entry, readEntry } from './entry.ts'
import { kindOf } from './file-types.ts'
import { createGit } from './git.ts'
import { Conflict, Refused } from './http-errors.ts'
import { type Choice, type ListedFile, listChoices, listFiles } from './list-files.ts'
import { newEntry, type Wish } from './new-entry.ts'
import { nameOfPicture, thumbnailOf } from './picture.ts'
import { renamed } from './rename.ts'
import { sampleAt } from './sample.ts'
import { createSaves, type Result } from './saves.ts'
import { createTrial } from './validate.ts'

/** A file that is new or has another name, and the address of its page. */
export type Moved = Result & { file: string; address: string | undefined }

export interface EditorOptions {
  /** The content folder, absolute. */
  folder: string
  reader: () => Reader | undefined
  /** Files were written; resolves when pages show them. */
  onWritten(files: readonly string[]): Promise<unknown>
}

/** Reads and changes files of the content as somebody edits them on the page. */
export function createEditor({ folder, reader, onWritten }: EditorOptions) {
  const disk = createDisk(folder)
  const pictures = `${path.basename(folder)}/images`
  const trial = createTrial(reader)
  const git = createGit(folder)
  const saves = createSaves(disk, trial, onWritten)

  /** The bytes of a file that is there. @throws Refused for what is no file of the content, and for one that is gone */
  function bytesOf(file: string): Buffer {
    kindOf(file)
    const bytes = disk.read(file)
    if (!bytes) throw new Conflict(file, undefined)
    return bytes
  }
  function checkEntry(file: string): void {
    bytesOf(file)
    if (!kindOf(file).isEntry) throw new Refused(`${file} stands by itself: it has one name, and the site needs it.`)
  }
  const read = (file: string): Entry => readEntry(file, bytesOf(file))

  return {
    read,
    /** A value to begin with at a path where there is none. @param shape of several, the one that is meant */
    sample: (file: string, path: Path, shape?: string) => sampleAt(read(file), path, shape, readSlugs(folder)),
    files: async (): Promise<ListedFile[]> => listFiles((await trial.assess()).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await trial.assess()).parsed, of),
    /** Writes all of the edits or none. @param name what was done, in a few words */
    save: (edits: readonly Edit[], name: string): Promise<Result> =>
      saves.put(name, () =>
        edits.map(({ file, version, changes }): Saved => {
          const before = bytesOf(file)
          if (versionOf(before) !== version) throw new Conflict(file, before)
          return { file, before, after: changeFile(file, before, changes) }
        }),
      ),
    /** A new file, not published yet. */
    async create(wish: Wish): Promise<Moved> {
      const { file, text, address } = newEntry(folder, wish)
      const made = { file, before: undefined, after: Buffer.from(text) }
      return { ...(await saves.put(`new ${wish.kind} ${wish.slug}`, () => [made])), file, address }
    },
    /** Another name, in the file and wherever it is named; the old address leads to the new one. */
    async rename(file: string, said: string): Promise<Moved> {
      checkEntry(file)
      const { to, files } = await renamed(folder, disk, file, said)
      return { ...(await saves.put(`rename ${file}`, () => files)), file: to.file, address: to.address }
    },
    /** Takes a file away that nothing else needs. @throws Faulty with the places that do */
    async remove(file: string): Promise<Result> {
      checkEntry(file)
      return saves.put(`delete ${file}`, () => [{ file, before: bytesOf(file), after: undefined }])
    },
    /** @returns the name under which content shows it */
    async addPicture(said: string, bytes: Buffer): Promise<Result & { name: string }> {
      const name = await nameOfPicture(said, bytes, (one) => disk.read(`${pictures}/${one}`) !== undefined)
      const file = `${pictures}/${name}`
      return { ...(await saves.put(`picture ${name}`, () => [{ file, before: undefined, after: bytes }])), name }
    },
    /** A picture of the content, small, as an address that shows it. */
    async thumbnail(name: string): Promise<string> {
      const bytes = disk.read(`${pictures}/${name}`)
      if (!bytes) throw new Refused(`There is no picture ${name}.`, 404)
      return thumbnailOf(bytes)
    },
    /** What the check remarks of a file without refusing it. */
    remarks: trial.remarks,
    /** What is not as it was last committed. */
    changes: () => git.changes(),
    /** The pages that these changes touch. */
    touched: () => listTouched(folder),
    /** A file as it was last committed; one that never was goes. */
    revert: (file: string): Promise<Result> =>
      saves.put(`revert ${file}`, () => {
        const [before, after] = [disk.read(file), git.committed(file)]
        if (!before && !after) throw new Refused(`${file} is not there, and never was.`, 404)
        return [{ file, before, after }]
      }),
    /** All content as it would be with another text under the fields of a file; undefined where that has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const changed = changeFile(file, bytesOf(file), [{ kind: 'body', text }])
      return (await trial.assess(new Map([[file, changed.toString('utf8')]]))).content
    },
    step: saves.step,
    /** What undo and redo would take back now, in words. */
    steps: saves.names,
  }
}
export type Editor = ReturnType<typeof createEditor>
