import { mkdirSync } from 'node:fs'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { resolveEdition } from '../../content/publication.ts'
import { listSchedule } from '../../content/schedule.ts'
import { findTimeZone } from '../../content/site-settings.ts'
import { reportInternalError } from '../../diagnostics/failure.ts'
import { createSafeStore } from '../../editor/files/content-store.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { cliRoot } from '../../packages.mjs'
import { STUDIO_PREFIX } from '../../paths.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { Person } from '../person.ts'
import type { Studio } from '../studio.ts'
import { isCommitted, isFailed, isFinished, openPublications, type Publication } from './publications.ts'
import { openRepository } from './repository.ts'
import { OutdatedChangeError, stepTasks } from './steps.ts'

/** Milliseconds after which a killed process's lock expires, and between attempts to take the lock. */
const STALE = 10_000
const BETWEEN_ATTEMPTS = 500
/** Milliseconds between checks of the schedule. */
const SCHEDULE_INTERVAL = 60_000
/** Maximum number of checks of a change, which is checked again if others have changed the content. */
const MAX_ATTEMPTS = 3

/**
 * Publishes changes, one publication at a time, also if several processes publish the same content.
 * @param program the command line tool that builds the site
 */
export function createPublisher(studio: Studio, program = path.join(cliRoot, 'bin.mjs')) {
  const { settings, content, people, log, mailer } = studio
  const folder = path.join(settings.data, 'publications')
  const publications = openPublications(folder)
  const disk = createSafeStore(content.folder)
  const queue = createSerialQueue()
  const openedAt = new Date()
  const own = { name: 'Studio', email: `studio@${settings.url.hostname}` }

  /** Runs the steps that are not done, in order. */
  async function runSteps(publication: Publication): Promise<void> {
    const { steps } = publication
    let attempts = 1
    for (;;) {
      const step = steps.find(({ state }) => state === 'waiting' || state === 'running')
      if (!step) return
      Object.assign(step, { state: 'running', started: new Date().toISOString(), ended: undefined, message: undefined })
      try {
        publications.save(publication)
        await disk.recover()
        const repository = await openRepository(content.folder)
        const isDone = await stepTasks[step.name]({ studio, program, publications, publication, disk, repository })
        Object.assign(step, { state: isDone ? 'done' : 'skipped', ended: new Date().toISOString() })
        publications.save(publication)
      } catch (error) {
        const isOutdated = error instanceof OutdatedChangeError
        if (isOutdated) reset(publication)
        if (isOutdated && attempts++ < MAX_ATTEMPTS) continue
        const failed = isOutdated ? steps.find(({ name }) => name === 'check') : step
        const message = error instanceof HttpError ? error.message : reportInternalError(error)
        Object.assign(failed ?? step, { state: 'failed', message, ended: new Date().toISOString() })
        return publications.save(publication)
      }
    }
  }

  /** Runs a publication when no other is running, unless another process has finished it. Never throws. */
  async function run(id: string): Promise<void> {
    const task = async () => {
      mkdirSync(folder, { recursive: true })
      const retries = { forever: true, factor: 1, minTimeout: BETWEEN_ATTEMPTS }
      const unlock = await lockfile.lock(folder, { stale: STALE, retries, onCompromised: () => {} })
      try {
        const publication = publications.read(id)
        if (isFinished(publication)) return
        // First finish earlier publications whose commit may be in the remote repository but not in the content.
        for (const other of publications.list().reverse()) if (isInDoubt(other)) await runSteps(reopen(other))
        await runSteps(publication)
        report(publication)
      } finally {
        await unlock()
      }
    }
    await queue(task).catch((error: Error) => process.stderr.write(`Publication ${id}: ${error.stack}\n`))
  }

  /** Writes the result to the audit trail, and emails the people who are not watching the publication. */
  function report({ id, title, undoes, changes, author, publisher, steps }: Publication): void {
    const failed = steps.find(({ state }) => state === 'failed')?.name
    const action = failed ? 'publication-failed' : undoes ? 'undo' : 'publish'
    log.write({ action, person: publisher.email, publication: id, changes: changes?.name, failed })
    const link = `${settings.url.origin}${STUDIO_PREFIX}/publications/${id}`
    if (failed && publisher.email === own.email)
      for (const { email: to } of people.allowed('publish'))
        mailer.send({ to, subject: `Not published: ${title}`, text: `A scheduled publication failed.\n\n${link}\n` })
    if (failed || !changes || author.email === publisher.email || !people.findByEmail(author.email)) return
    const text = `${publisher.name} has published your changes.\n\n${link}\n`
    mailer.send({ to: author.email, subject: `Published: ${title}`, text })
  }

  function enqueue(publication: Parameters<typeof publications.create>[0]): string {
    const { id } = publications.create(publication)
    void run(id)
    return id
  }
  const toIdentity = ({ name, email }: Person) => ({ name, email })

  const publisher = {
    publications,
    /** Publishes edits that the publisher has seen. @returns the id of the publication */
    async publish(name: string, hash: string, publisher: Person): Promise<string> {
      const { title, author, ready } = content.changes.summary(name)
      const [edit] = (await content.changes.dryRun(name)).descriptions
      const isSame = (other: Publication) => other.changes?.name === name && other.changes.hash === hash
      const running = publications.list().find((other) => !isFinished(other) && isSame(other))
      if (running) return running.id
      const person = people.findById(name)
      const { owner = `agent@${settings.url.hostname}` } = content.changes.read(name)
      const [first = ''] = (title === name ? ready?.note || edit || name : title).split('\n')
      const subject = first.replace(/\p{C}/gu, '\uFFFD')
      return enqueue({
        title: subject.length > 100 ? `${subject.slice(0, 99)}…` : subject,
        changes: { name, hash },
        author: person ? toIdentity(person) : { name: author ?? 'Agent', email: owner },
        publisher: toIdentity(publisher),
      })
    },
    /** Publishes the reverse of a publication. */
    undo(id: string, publisher: Person): string {
      const title = `Undo ${publications.read(id).title}`.slice(0, 100)
      return enqueue({ title, undoes: id, author: toIdentity(publisher), publisher: toIdentity(publisher) })
    },
    /**
     * Publishes the content again if a scheduled change was due since the last publication or, before the first one,
     * since the studio was started. Called at regular intervals.
     * @returns the id of the publication; undefined if none is necessary
     */
    async publishDue(now = new Date()): Promise<string | undefined> {
      const [last] = publications.list(1)
      if (last && !isFinished(last)) return undefined
      const { parsed } = await content.reader.checkSaved({ today: now })
      const { today } = resolveEdition({ today: last ? new Date(last.started) : openedAt }, findTimeZone(parsed.files))
      const isDue = listSchedule(parsed.files, today).some(({ next }) => next && next.day <= parsed.edition.today)
      return isDue ? enqueue({ title: 'Scheduled changes', author: own, publisher: own }) : undefined
    },
    /** Continues a failed publication, from its beginning if it has changed nothing yet. @returns its id */
    retry(id: string): string {
      const publication = publications.read(id)
      if (isFailed(publication)) {
        publications.save(reopen(publication))
        void run(id)
      }
      return id
    },
    /** Continues the publications that were interrupted when an earlier process ended. */
    async resume(): Promise<void> {
      for (const publication of publications.list().reverse()) if (!isFinished(publication)) await run(publication.id)
    },
    /** Continues interrupted publications, and from then on publishes scheduled changes on their day. */
    start(): void {
      void publisher.resume()
      const publishDue = () => publisher.publishDue().catch((error) => process.stderr.write(`${error.message}\n`))
      setInterval(() => void publishDue(), SCHEDULE_INTERVAL).unref()
    },
  }
  return publisher
}
export type Publisher = ReturnType<typeof createPublisher>

/** Reports whether a publication failed when its commit may have been only in the remote repository. */
function isInDoubt(publication: Publication): boolean {
  const failed = publication.steps.find(({ state }) => state === 'failed')
  return isCommitted(publication) && (failed?.name === 'push' || failed?.name === 'apply')
}

function reopen(publication: Publication): Publication {
  if (!isCommitted(publication)) reset(publication)
  for (const step of publication.steps) if (step.state === 'failed') step.state = 'waiting'
  return publication
}

function reset(publication: Publication): void {
  publication.commit = undefined
  for (const step of publication.steps) step.state = 'waiting'
}
