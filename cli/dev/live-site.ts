import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { EditionRequest } from '../content/publication.ts'
import type { ScheduledEntry } from '../content/schedule.ts'
import { formatProblem } from '../diagnostics/formats/pretty.ts'
import type { FileTexts } from '../diagnostics/problem.ts'
import type { LoadResult } from '../engine/load.ts'
import { projectRoot } from '../paths.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { listChangedPages } from './changed-pages.ts'
import type { ComponentServer, SiteCode } from './components.ts'
import { describeSourceError } from './describe-source-error.ts'
import type { ContentReader, Snapshot } from './snapshot.ts'

/** Delay in milliseconds before all pages are compared, so that the open page is updated first. */
const COMPARE_DELAY = 50

/** State that the server sends to browsers. */
export interface LiveSiteState {
  /** Increases with each change; 0 until the site is valid for the first time. */
  version: number
  /** Problems in the format that `site check` prints, without colors. */
  problems: string[]
}

/** Result of a save. `milliseconds` is the time from the save until browsers were notified. */
export type SaveReport =
  /** `pages` lists the pages that changed, starting with the page of the saved file. */
  | { kind: 'pages'; files: string[]; pages: string[]; milliseconds: number }
  | { kind: 'sources'; files: string[]; milliseconds: number }
  | { kind: 'problems'; loaded: LoadResult; milliseconds: number }
  | { kind: 'mended'; milliseconds: number }
  | { kind: 'error'; text: string }
  | { kind: 'relay' }

interface LiveSiteOptions {
  folder: string
  /** Selects which content is shown. */
  edition(): EditionRequest
  components: ComponentServer
  /** URL of the editor's module; undefined if pages cannot be edited. */
  editor: string | undefined
  onState(state: LiveSiteState): void
  onSnapshot(snapshot: Snapshot): void
  onReport(report: SaveReport): void
}

/**
 * Maintains the current site. While content or sources are invalid, the last valid pages stay available. Saves are
 * processed one at a time.
 */
export function createLiveSite({ folder, edition, components, editor, ...handlers }: LiveSiteOptions) {
  const { onState, onSnapshot, onReport } = handlers
  let code: SiteCode | undefined
  let reader: ContentReader | undefined
  let snapshot: Snapshot | undefined
  let texts: FileTexts = new Map<string, string>()
  let version = 0
  let reportedProblems = ''
  let shownProblems: string[] = []
  let schedule: readonly ScheduledEntry[] = []
  /** Changed source files that no read of the content has used yet. */
  let pendingSources: string[] = []
  /** Messages for sources that do not compile, and for a page that failed to render. */
  const errors: { sources?: string | undefined; page?: string | undefined } = {}
  const queue = createSerialQueue()

  const state = (): LiveSiteState => ({
    version,
    problems: [errors.sources, errors.page, ...shownProblems].filter((text) => text !== undefined),
  })
  const failOf = (what: 'sources' | 'page') => (error: unknown) => {
    const text = describeSourceError(error)
    if (errors[what] === text) return
    errors[what] = text
    onReport({ kind: 'error', text })
    onState(state())
  }
  /** Reports a page that failed to render, unless the site has changed meanwhile: then browsers request it again. */
  const fail = (error: unknown, began = version) => {
    if (began === version) failOf('page')(error)
  }
  const inTurn = (task: (since: () => number) => Promise<void>) => {
    const start = performance.now()
    return queue(() => task(() => Math.round(performance.now() - start)).catch(fail))
  }

  /** Reports which pages changed. Runs in the background, so that the next save does not have to wait. */
  async function reportPages(before: Snapshot, now: Snapshot, save: { files: string[]; milliseconds: number }) {
    // Let the open page update first.
    await wait(COMPARE_DELAY)
    const pages = await listChangedPages(before, now)
    const own = (page: string) => Number(save.files.includes(now.home(page) ?? ''))
    pages.sort((a, b) => own(b) - own(a))
    onReport({ kind: 'pages', pages, ...save })
  }

  const fromFolder = (file: string) => path.relative(path.dirname(folder), file).replaceAll(path.sep, '/')

  async function updateContent(written: ReadonlySet<string>, since: () => number) {
    if (!code || !reader) return
    const loaded = await reader.read(written).catch(ignoreMissingFile)
    if (!loaded) return
    const before = snapshot
    const wasInvalid = shownProblems.length > 0
    const { content, problems } = loaded
    const others = before && content ? listOtherFiles(before.content, content) : []
    const files = [...pendingSources, ...listDifferences(texts, loaded.texts), ...others.map(fromFolder)]
    pendingSources = []
    texts = loaded.texts
    const sameProblems = reportedProblems === JSON.stringify(problems)
    // If invalid content is saved unchanged, report its problems again.
    if (before && files.length === 0 && sameProblems && !wasInvalid) return
    reportedProblems = JSON.stringify(problems)
    shownProblems = content
      ? []
      : problems
          .filter(({ severity }) => severity === 'error')
          .map((problem) => stripVTControlCharacters(formatProblem(problem, loaded.texts.get(problem.file))))
    if (content) {
      snapshot = code.snapshot.createSnapshot(content, reader.mark)
      schedule = loaded.schedule
      version += 1
      errors.page = undefined
    }
    onState(state())
    const milliseconds = since()
    if (problems.length > 0 && !(content && sameProblems)) onReport({ kind: 'problems', loaded, milliseconds })
    if (!content || !snapshot) return
    onSnapshot(snapshot)
    if (wasInvalid) onReport({ kind: 'mended', milliseconds })
    // If only files without text were saved, such as dangling symlinks, report all saved files.
    const named = files.length > 0 ? files : [...written].map(fromFolder)
    const began = version
    if (before) reportPages(before, snapshot, { files: named, milliseconds }).catch((error) => fail(error, began))
  }

  return {
    state,
    /** Returns the site to serve; undefined until content and sources are valid for the first time. */
    current: () => (code && snapshot ? { code, snapshot, schedule, version, editor } : undefined),
    /** Returns the content reader; undefined until the sources compile for the first time. */
    reader: () => reader,
    /** Shows an error for a page that failed to render, until the next change. */
    fail,
    /** Processes content files that were written, moved or removed. */
    updateContent: (written: ReadonlySet<string>) => inTurn((since) => updateContent(written, since)),
    /** Processes source files that were written. The first call loads the sources. */
    updateSources: (written: readonly string[]) =>
      inTurn(async (since) => {
        const before = code
        const loaded = await components.load().catch(failOf('sources'))
        if (!loaded) return
        code = loaded
        errors.sources = undefined
        errors.page = undefined
        const files = written.map((file) => path.relative(projectRoot, file).replaceAll(path.sep, '/'))
        if (before?.snapshot !== code.snapshot) {
          // Schemas or views have changed, so cached content is invalid.
          reader = code.snapshot.createContentReader(folder, edition)
          pendingSources.push(...files)
          return updateContent(new Set(), since)
        }
        if (snapshot) version += 1
        onState(state())
        onReport({ kind: 'sources', files, milliseconds: since() })
      }),
  }
}
export type LiveSite = ReturnType<typeof createLiveSite>

/** Ignores the error for a file deleted while it was being read, because the watcher will report the deletion. */
function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function listDifferences(before: FileTexts, after: FileTexts): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter((file) => before.get(file) !== after.get(file)).sort()
}

/** Lists images that were added or changed, and documents that were added, removed or changed. */
function listOtherFiles(before: Content, after: Content): string[] {
  const idOf = (item: Content['images' | 'documents'][number]) => JSON.stringify(item)
  const old = new Set([...before.images, ...before.documents].map(idOf))
  const remaining = new Set(after.documents.map(idOf))
  const added = [...after.images, ...after.documents].filter((item) => !old.has(idOf(item)))
  const removed = before.documents.filter((item) => !remaining.has(idOf(item)))
  return [...new Set([...added, ...removed].map(({ file }) => file))]
}
