import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { Edition } from '../content/publication.ts'
import type { Scheduled } from '../content/schedule.ts'
import { prettyProblem } from '../diagnostics/formats/pretty.ts'
import type { Texts } from '../diagnostics/texts.ts'
import type { Loaded } from '../engine/load.ts'
import { projectRoot } from '../paths.ts'
import { listChangedPages } from './changed-pages.ts'
import type { Components, Modules } from './components.ts'
import { describeFault } from './describe-fault.ts'
import type { Reader, Snapshot } from './snapshot.ts'

/** How long the open page has to itself before the other pages are compared, in milliseconds. */
const BROWSER_FIRST = 50

/** What browsers are told: whether there is something new, and what is wrong. */
export interface State {
  /** Counts all that pages may show. 0: there has not been a whole site yet. */
  version: number
  /** Diagnostics, as `site check` prints them without colours. */
  troubles: string[]
}

/** What came of a save. Milliseconds are from the save until browsers were told. */
export type Report =
  /** `pages`: those that look different now, the page of the file first. */
  | { kind: 'pages'; files: string[]; pages: string[]; milliseconds: number }
  | { kind: 'sources'; files: string[]; milliseconds: number }
  | { kind: 'problems'; loaded: Loaded; milliseconds: number }
  | { kind: 'mended'; milliseconds: number }
  | { kind: 'fault'; text: string }
  | { kind: 'relay' }

interface LiveSiteOptions {
  /** The content folder. */
  folder: string
  /** What of it is shown. */
  edition(): Edition
  components: Components
  /** Address of the editor's module; undefined if pages cannot be edited. */
  editor: string | undefined
  onState(state: State): void
  onSnapshot(snapshot: Snapshot): void
  onReport(report: Report): void
}

/**
 * The site as its files are now. Of bad content or sources nothing is taken over, so that the last good
 * pages stay. Saves are taken in one after another.
 */
export function createLiveSite({ folder, edition, components, editor, ...handlers }: LiveSiteOptions) {
  const { onState, onSnapshot, onReport } = handlers
  let modules: Modules | undefined
  let reader: Reader | undefined
  let snapshot: Snapshot | undefined
  let texts: Texts = new Map<string, string>()
  let version = 0
  let told = ''
  let troubles: string[] = []
  let schedule: readonly Scheduled[] = []
  /** Sources that do not compile, and a page that did not render. */
  const faults: { sources?: string | undefined; page?: string | undefined } = {}
  let work: Promise<void> = Promise.resolve()

  const state = (): State => ({
    version,
    troubles: [faults.sources, faults.page, ...troubles].filter((text) => text !== undefined),
  })
  const failOf = (what: 'sources' | 'page') => (error: unknown) => {
    const text = describeFault(error)
    if (faults[what] === text) return
    faults[what] = text
    onReport({ kind: 'fault', text })
    onState(state())
  }
  /** Of a page that was begun before the last change nothing is told: it is asked for again. */
  const fail = (error: unknown, began = version) => {
    if (began === version) failOf('page')(error)
  }
  const inTurn = (task: (since: () => number) => Promise<void>) => {
    const start = performance.now()
    work = work.then(() => task(() => Math.round(performance.now() - start))).catch(fail)
    return work
  }

  /** Not in turn: the next save does not wait for it. */
  async function reportPages(before: Snapshot, now: Snapshot, save: { files: string[]; milliseconds: number }) {
    // The browser that was told comes first.
    await wait(BROWSER_FIRST)
    const pages = await listChangedPages(before, now)
    const own = (page: string) => Number(save.files.includes(now.home(page) ?? ''))
    pages.sort((a, b) => own(b) - own(a))
    onReport({ kind: 'pages', pages, ...save })
  }

  const fromFolder = (file: string) => path.relative(path.dirname(folder), file).replaceAll(path.sep, '/')

  async function takeContent(
    written: ReadonlySet<string>,
    since: () => number,
    sources: readonly string[] = [],
  ): Promise<void> {
    if (!modules || !reader) return
    const loaded = await reader.read(written).catch(ignoreGone)
    if (!loaded) return
    const [before, wasBad] = [snapshot, troubles.length > 0]
    const { content, problems } = loaded
    const others = before && content ? listOtherFiles(before.content, content) : []
    const files = [...sources, ...listDifferences(texts, loaded.texts), ...others.map(fromFolder)]
    texts = loaded.texts
    const sameProblems = told === JSON.stringify(problems)
    // Bad content that is saved again as it is gets its answer again.
    if (before && files.length === 0 && sameProblems && !wasBad) return
    told = JSON.stringify(problems)
    troubles = content
      ? []
      : problems
          .filter(({ severity }) => severity === 'error')
          .map((problem) => stripVTControlCharacters(prettyProblem(problem, loaded.texts.get(problem.file))))
    if (content) {
      snapshot = modules.snapshot.createSnapshot(content, reader.mark)
      schedule = loaded.schedule
      version += 1
      faults.page = undefined
    }
    onState(state())
    const milliseconds = since()
    if (problems.length > 0 && !(content && sameProblems)) onReport({ kind: 'problems', loaded, milliseconds })
    if (!content || !snapshot) return
    onSnapshot(snapshot)
    if (wasBad) onReport({ kind: 'mended', milliseconds })
    // What was never read, such as a link that led nowhere, has no text to differ from.
    const named = files.length > 0 ? files : [...written].map(fromFolder)
    const began = version
    if (before) reportPages(before, snapshot, { files: named, milliseconds }).catch((error) => fail(error, began))
  }

  return {
    state,
    /** What there is to serve; undefined until content and sources have been whole for the first time. */
    current: () => (modules && snapshot ? { modules, snapshot, schedule, version, editor } : undefined),
    /** Tries what texts would come to; undefined until sources have been whole for the first time. */
    reader: () => reader,
    /** Tells that a page of a version did not render. Forgotten with the next change. */
    fail,
    /** Files of the content folder were written, moved or removed. */
    takeContent: (written: ReadonlySet<string>) => inTurn((since) => takeContent(written, since)),
    /** Source files were written, or none have been loaded yet. */
    takeSources: (written: readonly string[]) =>
      inTurn(async (since) => {
        const before = modules
        const loaded = await components.load().catch(failOf('sources'))
        if (!loaded) return
        modules = loaded
        faults.sources = undefined
        faults.page = undefined
        const files = written.map((file) => path.relative(projectRoot, file).replaceAll(path.sep, '/'))
        if (before?.snapshot !== modules.snapshot) {
          // Schemas or views are other ones: what was remembered of the content no longer holds.
          reader = modules.snapshot.createReader(folder, edition)
          return takeContent(new Set(), since, files)
        }
        if (snapshot) version += 1
        onState(state())
        onReport({ kind: 'sources', files, milliseconds: since() })
      }),
  }
}
export type LiveSite = ReturnType<typeof createLiveSite>

/** A file that goes while it is read: the watcher tells of it in a moment. */
function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Files that are new, gone or have another text. */
function listDifferences(before: Texts, after: Texts): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter((file) => before.get(file) !== after.get(file)).sort()
}

/** Pictures that have another address now, because they are new or another picture, and documents that came, went or changed. */
function listOtherFiles(before: Content, after: Content): string[] {
  const idOf = (one: Content['images' | 'documents'][number]) => JSON.stringify(one)
  const known = new Set([...before.images, ...before.documents].map(idOf))
  const there = new Set(after.documents.map(idOf))
  const come = [...after.images, ...after.documents].filter((one) => !known.has(idOf(one)))
  const gone = before.documents.filter((one) => !there.has(idOf(one)))
  return [...new Set([...come, ...gone].map(({ file }) => file))]
}
