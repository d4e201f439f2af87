import path from 'node:path'
import type { Content } from '../../src/collections/content.ts'
import type { Assessment } from '../content/load.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import type { Path } from '../content/source.ts'
import type { Reader } from '../dev/snapshot.ts'
import { readNamed } from '../names/named.ts'
import { planRename } from '../names/rename.ts'
import { Failure } from '../report/failure.ts'
import { readSlugs } from '../schema/slugs.ts'
import { type Choice, type ListedFile, listChoices, listFiles } from './described.ts'
import { createDisk, versionOf } from './disk.ts'
import { changeFile, type FileChange } from './entry.ts'
import { createGit } from './git.ts'
import { createHistory, type Saved } from './history.ts'
import { newEntry, type Wish } from './new-entry.ts'
import { pathAt } from './path-at.ts'
import { nameOfPicture } from './picture.ts'
import { Conflict, Faulty, Refused } from './refusals.ts'
import { sampleAt } from './sample.ts'

export interface Edit {
  /** Relative to the parent of the content folder. */
  file: string
  /** That of the file when it was read. */
  version: string
  changes: FileChange[]
}

/** What a file says, for whoever edits it. */
export interface Entry {
  file: string
  version: string
  /** Name of its kind: that of a collection, or of a file that stands by itself. */
  kind: string
  /** As it is written, with the names of facts in braces. */
  fields: unknown
  /** The text under the fields of a markdown file. */
  body: string | undefined
}

export interface Result {
  /** Of each file that was written. */
  versions: Record<string, string>
  /** What undo and redo would take back now, in words. */
  undo: string | undefined
  redo: string | undefined
}

interface EditorOptions {
  /** The content folder, absolute. */
  folder: string
  reader: () => Reader | undefined
  /** Files were written; resolves when pages show them. */
  onWritten(files: readonly string[]): Promise<unknown>
}

/**
 * Changes files of the content as somebody edits them on the page: each save is tried with the rules of `site check`
 * first, then written whole, and can be undone. One save after another.
 */
export function createEditor({ folder, reader, onWritten }: EditorOptions) {
  const disk = createDisk(folder)
  const history = createHistory()
  const git = createGit(folder)
  let work: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = work.then(task)
    work = result.catch(() => undefined)
    return result
  }
  const attempt = (texts: ReadonlyMap<string, string | undefined>) => {
    const found = reader()
    if (!found) throw new Refused('The site is not there yet. Mend what the terminal tells first.', 503)
    return found.attempt(texts)
  }

  async function write(files: readonly Saved[]): Promise<Result> {
    disk.write(files)
    await onWritten(files.map(({ file }) => file))
    return result(files)
  }
  const result = (files: readonly Saved[]): Result => ({
    versions: Object.fromEntries(files.map(({ file, after }) => [file, versionOf(after)])),
    ...history.names(),
  })

  /** @throws Faulty for an error that was not there before */
  async function tryFiles(before: Assessment, files: readonly Saved[]): Promise<void> {
    const texts = files.filter(({ file }) => /\.(?:ya?ml|md)$/.test(file))
    const after = await attempt(new Map(texts.map(({ file, after }) => [file, after?.toString('utf8')])))
    const known = countEach(before.problems)
    const found = after.problems.filter((problem) => {
      if (problem.severity !== 'error') return false
      const left = known.get(keyOf(problem)) ?? 0
      known.set(keyOf(problem), left - 1)
      return left <= 0
    })
    if (found.length > 0) throw new Faulty(found.map((problem) => placeProblem(problem, after.parsed.files)))
  }

  async function commit(before: Assessment, name: string, files: readonly Saved[]): Promise<Result> {
    await tryFiles(before, files)
    const made = await write(files)
    history.add({ name, files: [...files] })
    return { ...made, ...history.names() }
  }

  /** Tries, writes, and keeps what can be undone. */
  const put = (name: string, files: readonly Saved[]): Promise<Result> =>
    inTurn(async () => commit(await attempt(new Map()), name, files))

  /** @throws Refused for what is no file of the content */
  async function read(file: string): Promise<Entry> {
    const { parsed } = await attempt(new Map())
    const known = fileIn(parsed.files, file)
    return {
      ...{ file, version: versionOf(disk.read(file)), kind: known.collection?.name ?? known.slug },
      ...{ fields: known.source?.rawData, body: known.body && known.text.slice(known.body.start) },
    }
  }

  return {
    read,
    /** A value to begin with at a path where there is none. */
    sample: async (file: string, path: Path, shape: string | undefined) =>
      sampleAt(await read(file), path, shape, readSlugs(folder)),
    files: async (): Promise<ListedFile[]> => listFiles((await attempt(new Map())).parsed),
    choices: async (of: string): Promise<Choice[]> => listChoices((await attempt(new Map())).parsed, of),
    /** Writes all of the edits or none. @param name what was done, in a few words */
    save: (edits: readonly Edit[], name: string): Promise<Result> =>
      inTurn(async () => {
        const before = await attempt(new Map())
        const files = edits.map(({ file, version, changes }): Saved => {
          const bytes = disk.read(file)
          if (!bytes || versionOf(bytes) !== version) throw new Conflict(file, bytes)
          return { file, before: bytes, after: changeFile(bytes, fileIn(before.parsed.files, file), changes) }
        })
        const written = files.filter(({ before, after }) => versionOf(before) !== versionOf(after))
        if (written.length === 0) return result(files)
        return commit(before, name, written)
      }),
    /** A new file, not published yet. */
    async create(wish: Wish): Promise<Result & { file: string; address: string | undefined }> {
      const { file, text, address } = newEntry(folder, wish)
      return {
        ...(await put(`new ${wish.kind} ${wish.slug}`, [{ file, before: undefined, after: Buffer.from(text) }])),
        file,
        address,
      }
    },
    /** Another name, in the file and wherever it is named; the old address leads to the new one. */
    async rename(file: string, said: string): Promise<Result & { file: string; address: string | undefined }> {
      try {
        const { to, changes } = planRename(await readNamed(folder), file, said)
        const files = changes.flatMap(({ file: from, to: at, before, after }): Saved[] => {
          const bytes = disk.read(from)
          const made = after === undefined ? bytes : Buffer.from(after)
          if (before !== undefined && bytes?.toString('utf8') !== before) throw new Conflict(from, bytes)
          if (from === at) return [{ file: from, before: bytes, after: made }]
          return [
            { file: from, before: bytes, after: undefined },
            { file: at, before: undefined, after: made },
          ]
        })
        return { ...(await put(`rename ${file}`, files)), file: to.file, address: to.address }
      } catch (error) {
        throw error instanceof Failure ? new Refused(error.message) : error
      }
    },
    /** Takes a file away that nothing else needs. @throws Faulty with the places that do */
    remove: async (file: string): Promise<Result> => {
      fileIn((await attempt(new Map())).parsed.files, file)
      return put(`delete ${file}`, [{ file, before: disk.read(file), after: undefined }])
    },
    /** @returns the name under which content shows it */
    async addPicture(said: string, bytes: Buffer): Promise<Result & { name: string }> {
      const home = `${path.basename(folder)}/images`
      const name = await nameOfPicture(said, bytes, (one) => disk.read(`${home}/${one}`) !== undefined)
      return { ...(await put(`picture ${name}`, [{ file: `${home}/${name}`, before: undefined, after: bytes }])), name }
    },
    /** What is not as it was last committed. */
    changes: () => git.changes(),
    /** A file as it was last committed. */
    async revert(file: string): Promise<Result> {
      return put(`revert ${file}`, [{ file, before: disk.read(file), after: await git.committed(file) }])
    },
    /** All content as it would be with other texts under the fields of a file; undefined where that has errors. */
    async preview(file: string, text: string): Promise<Content | undefined> {
      const { parsed } = await attempt(new Map())
      const bytes = disk.read(file) ?? Buffer.from('')
      const changed = changeFile(bytes, fileIn(parsed.files, file), [{ kind: 'body', text }])
      return (await attempt(new Map([[file, changed.toString('utf8')]]))).content
    },
    /** Takes the last save back, or does it again. @throws Conflict where a file was changed since */
    step: (way: 'undo' | 'redo'): Promise<Result> =>
      inTurn(async () => {
        const step = history.next(way)
        if (!step) throw new Refused(`There is nothing to ${way}.`, 409)
        const files =
          way === 'redo' ? step.files : step.files.map((one) => ({ ...one, before: one.after, after: one.before }))
        const made = await write(files)
        history.took(way)
        return { ...made, ...history.names() }
      }),
  }
}
export type Editor = ReturnType<typeof createEditor>

function fileIn(files: readonly ParsedFile[], file: string): ParsedFile {
  const found = files.find((one) => one.file === file)
  if (!found) throw new Refused(`${JSON.stringify(file)} is no file of the content.`, 404)
  return found
}

/** Lines and columns move with every edit. */
function keyOf({ file, rule, message, found }: Problem): string {
  return [file, rule, message, found].join('\n')
}

function countEach(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return counts
}

function placeProblem(problem: Problem, files: readonly ParsedFile[]) {
  const { file, rule, line, column, message, help, expected } = problem
  const own = files.find((one) => one.file === file)
  const start =
    own?.text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length ?? 0
  const path = own?.source ? pathAt(own.source, start + (line > 1 ? 1 : 0) + column - 1) : []
  return { file, path, rule, message: expected ? `${message}; expected ${expected}` : message, help }
}
