import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isBuilding } from '../../build/lock.ts'
import { listNewErrors } from '../../diagnostics/problem.ts'
import { computeVersion, type FileWrite, type SafeStore } from '../../editor/files/content-store.ts'
import { ConflictError, HttpError } from '../../editor/files/http-errors.ts'
import type { Studio } from '../studio.ts'
import type { Publication, Publications, StepName } from './publications.ts'
import { PushRejectedError, type Repository } from './repository.ts'

/** Milliseconds to wait for another build that writes to the folder, and between checks whether it still does. */
const MAX_WAIT = 600_000
const BETWEEN_ATTEMPTS = 500
/** Milliseconds that a build or a deployment may take. Without a limit, one that hangs would block all publications. */
const MAX_RUN = 3_600_000

interface StepContext {
  studio: Studio
  /** The command line tool that builds the site. */
  program: string
  publications: Publications
  publication: Publication
  disk: SafeStore
  repository: Repository | undefined
}

/** Thrown if the content has changed since the change was checked, so that it must be checked again. */
export class OutdatedChangeError extends HttpError {}

/**
 * Does the work of each step. Each can be repeated after an interruption. Returns false if the step does not apply.
 * Until the remote repository has accepted the commit, only objects that no branch contains are written. From then on,
 * the steps only go forward.
 */
export const stepTasks: Record<StepName, (context: StepContext) => Promise<boolean>> = {
  async get({ repository, disk }) {
    const latest = await repository?.fetch()
    if (latest && latest !== 'HEAD') await disk.locked(() => repository?.advance(latest))
    return latest !== undefined
  },
  async check({ repository, publications, publication, ...context }) {
    const { changes, undoes, id } = publication
    if (!changes && !undoes) return false
    const change = changes
      ? await context.studio.content.changes.plan(changes.name, changes.hash)
      : await planUndo(context, publications.readChange(undoes ?? '').files)
    await repository?.requireCommitted(change.files)
    publications.saveChange(id, change)
    return true
  },
  async commit({ repository, publications, publication }) {
    const { descriptions, files } = publications.readChange(publication.id)
    if (!repository || files.length === 0) return false
    const { title, author, publisher } = publication
    const message = [title, '', ...descriptions].join('\n')
    publication.commit = await repository.createCommit({ files, message, author, committer: publisher })
    return true
  },
  async push({ repository, publication }) {
    if (!repository || !publication.commit) return false
    return repository.push(publication.commit).catch((error: unknown) => {
      if (!(error instanceof PushRejectedError)) throw error
      publication.commit = undefined
      throw error.isOutdated ? new OutdatedChangeError(error.message) : error
    })
  },
  async apply({ repository, publications, publication, disk, studio }) {
    const { changes, commit, steps } = publication
    const { edits, files } = publications.readChange(publication.id)
    const pending = files.filter(({ file, after }) => computeVersion(disk.read(file)) !== computeVersion(after))
    const commitWrite = (write: () => void) => {
      if (pending.length > 0) write()
      if (changes) studio.content.changes.removePublished(changes.name, edits)
    }
    await disk.write(pending, { commit: commitWrite }).catch((error: unknown) => {
      const isPushed = steps.some(({ name, state }) => name === 'push' && state === 'done')
      throw error instanceof ConflictError && !isPushed ? new OutdatedChangeError(error.message) : error
    })
    if (commit) await repository?.addCommit(commit, files)
    return files.length > 0
  },
  async build({ studio: { settings }, program, publications, publication }) {
    const log = publications.findLog(publication.id, 'build')
    // Without a deploy command, visitors see the output folder. Build into another folder first, because a failed build
    // can be incomplete.
    const folders = settings.deploy === undefined ? [path.join(settings.data, 'trial'), settings.out] : [settings.out]
    for (const out of folders) {
      // If the folder stays locked, the error message of the build explains what to do.
      for (const end = Date.now() + MAX_WAIT; isBuilding(out) && Date.now() < end; ) await setTimeout(BETWEEN_ATTEMPTS)
      const args = ['build', '--best', '--content', settings.content, '--out', out]
      await run(process.execPath, [program, ...args], process.cwd(), log)
    }
    return true
  },
  async deploy({ studio: { settings }, publications, publication }) {
    if (settings.deploy === undefined) return false
    const log = publications.findLog(publication.id, 'deploy')
    await run('sh', ['-c', settings.deploy], path.dirname(settings.content), log)
    return true
  },
}

/** @param published the files of the publication to undo. @throws HttpError if a file has changed since then */
async function planUndo({ studio, disk }: Pick<StepContext, 'studio' | 'disk'>, published: readonly FileWrite[]) {
  const changed = published.filter(({ file, after }) => computeVersion(disk.read(file)) !== computeVersion(after))
  if (changed.length > 0) {
    const names = changed.map(({ file }) => file).join(', ')
    throw new HttpError(`This cannot be undone, because these files have changed since then: ${names}.`, 409)
  }
  const files = published.map(({ file, before, after }) => ({ file, before: after, after: before }))
  const saved = await studio.content.reader.checkSaved({ today: new Date() })
  const { problems } = await saved.dryRun(new Map(files.map(({ file, after }) => [file, after])))
  const found = listNewErrors(saved.problems, problems).map(({ file, line, message }) => `${file}:${line} ${message}.`)
  if (found.length > 0) throw new HttpError(`Without this change, the content has errors:\n${found.join('\n')}`, 409)
  return { edits: [], descriptions: [], files }
}

/** Runs a program and writes its output to a file. @throws HttpError if it fails */
async function run(command: string, args: readonly string[], cwd: string, log: string): Promise<void> {
  const output = openSync(log, 'a', 0o600)
  try {
    const child = spawn(command, args, { cwd, stdio: ['ignore', output, output], timeout: MAX_RUN })
    const reason = await new Promise<string | undefined>((resolve) => {
      child.on('error', ({ message }) => resolve(message))
      child.on('close', (code, signal) => resolve(code === 0 ? undefined : `exit code ${code ?? signal}`))
    })
    if (reason) throw new HttpError(`The command failed (${reason}).`)
  } finally {
    closeSync(output)
  }
}
