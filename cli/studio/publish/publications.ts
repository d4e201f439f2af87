import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { ContentEdit } from '../../editor/changes/change-set.ts'
import type { FileWrite } from '../../editor/files/content-store.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import type { Identity } from './repository.ts'

/** The steps of a publication in order, as shown to people. */
export const stepLabels = {
  get: 'Get the latest content',
  check: 'Check the changes',
  commit: 'Commit the changes',
  push: 'Push the commit',
  apply: 'Update the content',
  build: 'Build the site',
  deploy: 'Deploy the build',
} as const
export type StepName = keyof typeof stepLabels

interface PublicationStep {
  name: StepName
  /** A step is skipped if it does not apply, such as Push without a remote repository. */
  state: 'waiting' | 'running' | 'done' | 'skipped' | 'failed'
  started?: string
  ended?: string
  /** Why the step failed. */
  message?: string
}

/** The journal of a publication. Without `changes` and `undoes`, it publishes what is scheduled for today. */
export interface Publication {
  /** Time of the start, such as 20261130T024713123Z. */
  id: string
  title: string
  /** Name of the change set, and hash of the edits to publish. */
  changes?: { name: string; hash: string } | undefined
  /** Id of the publication that this one undoes. */
  undoes?: string | undefined
  started: string
  author: Identity
  publisher: Identity
  steps: PublicationStep[]
  /** The commit; undefined before it is created, and without a repository. */
  commit?: string | undefined
}

/** What a publication changes, stored so that it can be continued and undone. */
export interface PublishedChange {
  edits: readonly ContentEdit[]
  descriptions: readonly string[]
  files: readonly FileWrite[]
}

const KEPT = 200
const isId = (name: string) => /^\d{8}T\d{9}Z$/.test(name)

/** Stores publications in a folder: for each, its journal, its change, and the output of its build and deployment. */
export function openPublications(folder: string) {
  /** Publications that could not be stored because the disk is full. */
  const unsaved = new Map<string, Publication>()
  const locate = (id: string, name: string) => path.join(folder, id, name)
  const readText = (id: string, name: string) =>
    existsSync(locate(id, name)) ? readFileSync(locate(id, name), 'utf8') : undefined
  function find(id: string): Publication | undefined {
    const text = isId(id) ? readText(id, 'journal.json') : undefined
    return unsaved.get(id) ?? (text === undefined ? undefined : (JSON.parse(text) as Publication))
  }
  function save(publication: Publication): void {
    unsaved.set(publication.id, publication)
    writeStateFile(locate(publication.id, 'journal.json'), `${JSON.stringify(publication, null, 2)}\n`)
    unsaved.delete(publication.id)
  }
  const listIds = () => (existsSync(folder) ? readdirSync(folder).filter(isId).sort().reverse() : [])

  return {
    save,
    /** Creates a publication, and deletes the oldest ones. */
    create(details: Omit<Publication, 'id' | 'started' | 'steps'>): Publication {
      let time = Date.now()
      const toId = () => new Date(time).toISOString().replace(/[-:.]/g, '')
      while (existsSync(path.join(folder, toId()))) time++
      const steps = (Object.keys(stepLabels) as StepName[]).map((name) => ({ name, state: 'waiting' }) as const)
      const publication = { id: toId(), started: new Date(time).toISOString(), ...details, steps }
      save(publication)
      for (const id of listIds().slice(KEPT)) rmSync(path.join(folder, id), { recursive: true, force: true })
      return publication
    },
    /** @throws HttpError if there is no such publication */
    read(id: string): Publication {
      const found = find(id)
      if (found) return found
      throw new HttpError('There is no such publication.', 404)
    },
    /** Lists the publications, the newest first. */
    list: (limit = KEPT): Publication[] =>
      listIds()
        .slice(0, limit)
        .flatMap((id) => find(id) ?? []),
    saveChange(id: string, { files, ...change }: PublishedChange): void {
      const encoded = files.map(({ file, before, after }) => {
        return { file, before: before?.toString('base64'), after: after?.toString('base64') }
      })
      writeStateFile(locate(id, 'change.json'), JSON.stringify({ ...change, files: encoded }))
    },
    readChange(id: string): PublishedChange {
      const { edits = [], descriptions = [], files = [] } = JSON.parse(readText(id, 'change.json') ?? '{}')
      const decode = (text?: string) => (text === undefined ? undefined : Buffer.from(text, 'base64'))
      const decoded = files.map(({ file, before, after }: { file: string; before?: string; after?: string }) => {
        return { file, before: decode(before), after: decode(after) }
      })
      return { edits, descriptions, files: decoded }
    },
    /** Returns the file for the output of a step. */
    findLog: (id: string, step: StepName): string => locate(id, `${step}.log`),
    readLog: (id: string, step: StepName): string => readText(id, `${step}.log`) ?? '',
  }
}
export type Publications = ReturnType<typeof openPublications>

export function isFinished({ steps }: Publication): boolean {
  return isFailed({ steps }) || steps.every(({ state }) => state === 'done' || state === 'skipped')
}

export function isFailed({ steps }: Pick<Publication, 'steps'>): boolean {
  return steps.some(({ state }) => state === 'failed')
}

/** Returns the state in words, and the class of its badge. */
export function describeState(publication: Publication): { text: string; look: string } {
  if (isFailed(publication)) return { text: 'failed', look: 'error' }
  if (isFinished(publication)) return { text: 'published', look: 'ok' }
  const running = publication.steps.find(({ state }) => state === 'running')
  return { text: running ? `${stepLabels[running.name]} …` : 'waiting', look: 'wait' }
}

/** Returns who started a publication and when. */
export function describeStart({ publisher, started }: Publication): string {
  return `${publisher.name}, ${started.slice(0, 16).replace('T', ' ')} UTC`
}

/** Reports whether the change is part of the content, or may be: the remote repository may have accepted its commit. */
export function isCommitted({ steps, commit }: Publication): boolean {
  const [push, apply] = (['push', 'apply'] as const).map((name) => steps.find((step) => step.name === name)?.state)
  return apply !== 'waiting' || (commit !== undefined && push !== 'waiting')
}

/** Replaces a file of the studio's data folder in one step, and syncs it. */
function writeStateFile(file: string, data: string): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const temporary = `${file}.new`
  writeFileSync(temporary, data, { mode: 0o600, flush: true })
  renameSync(temporary, file)
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
