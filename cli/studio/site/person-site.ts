import { isDeepStrictEqual, stripVTControlCharacters } from 'node:util'
import type { Content } from '@northshelf/site/collections/content.ts'
import { createHeaderRules, resolveHeaders } from '../../build/headers.ts'
import { listSchedule } from '../../content/schedule.ts'
import type { SiteCode } from '../../dev/components.ts'
import type { LiveSiteState } from '../../dev/live-site.ts'
import { createUnsavedPreview, type RenderContext } from '../../dev/render-page.ts'
import { createRequestHandler } from '../../dev/server.ts'
import type { Snapshot } from '../../dev/snapshot.ts'
import { reportInternalError } from '../../diagnostics/failure.ts'
import { formatProblem } from '../../diagnostics/formats/pretty.ts'
import { isError } from '../../diagnostics/problem.ts'
import type { DryRunResult } from '../../editor/changes/dry-run-edits.ts'
import { type EditAccess, editor } from '../../editor/editor.ts'
import type { Person } from '../person.ts'
import type { StudioContent } from '../studio.ts'

interface PersonSiteOptions {
  owner: Person
  content: StudioContent
  code: SiteCode
  /** URL of the editor's module. */
  editorUrl: string
  access: EditAccess
  createSnapshot(content: Content): Snapshot
  /** Runs tasks of all people one at a time, so that changed files are parsed once. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  /** Returns a number that changes with the content. */
  revision(): number
  countVersion(): number
  /** Called after the person's edits have changed. */
  onSaved(): void
}

/** The site as it would be if a person's edits were published. */
export function createPersonSite(options: PersonSiteOptions) {
  const { owner, content, code, inTurn, countVersion } = options
  const { reader, changes } = content
  const mayEdit = owner.may.includes('edit')
  let shown: DryRunResult | undefined
  let context: RenderContext | undefined
  let seen: { content: number; edits: string } | undefined
  let version = countVersion()
  let problems: string[] = []

  async function update(): Promise<void> {
    const now = { content: options.revision(), edits: changes.stamp(owner.id) }
    if (isDeepStrictEqual(now, seen)) return
    const result = await load(now.content === seen?.content)
    const stored = changes.find(owner.id)
    if (result !== shown) show(result, stored && 'problem' in stored ? [stored.problem] : [])
    seen = now
  }
  function show(result: DryRunResult, unreadable: string[]): void {
    shown = result
    version = countVersion()
    problems = [...unreadable, ...describeProblems(result)]
    // If the edits cannot be applied, shows the saved content, or else the last valid pages.
    const valid = result.after.content ?? result.before.content
    const { files, edition } = result.after.parsed
    const schedule = listSchedule(files, edition.today)
    const snapshot = valid ? options.createSnapshot(valid) : context?.snapshot
    context = snapshot && { code, snapshot, schedule, version, editor: mayEdit ? options.editorUrl : undefined }
  }

  const live = {
    current: () => context,
    reader: () => reader,
    fail(error: unknown): void {
      problems = [reportInternalError(error)]
    },
  }
  const unsaved = createUnsavedPreview(live)
  const { workspace, load } = editor.openChangeSet({
    ...{ content, inTurn, name: owner.id, author: owner },
    async onSaved() {
      await update()
      options.onSaved()
    },
  })
  return {
    /** Reads the content and the person's edits again if they have changed. */
    update,
    state: (): LiveSiteState => ({ version, problems }),
    /** Handles requests for pages, files and edits. */
    handle: createRequestHandler({
      live,
      unsaved,
      scriptUrl: code.scriptUrl,
      headers: ({ snapshot: { content } }, pathname) => {
        // Scripts of other sites could act as the person. Instead of the booking calendar, pages link to it.
        const site = { ...content.site, scheduling: undefined, measurement: [] }
        const headers = resolveHeaders(createHeaderRules({ ...content, site }), pathname)
        return { ...headers, 'Cache-Control': 'no-store' }
      },
      edits: mayEdit
        ? editor.serve(workspace, unsaved.render, options.access)
        : editor.refuse('You may read the site, but not edit it.'),
    }),
  }
}

export type PersonSite = ReturnType<typeof createPersonSite>

function describeProblems({ failures, after }: DryRunResult): string[] {
  const textOf = (file: string) => after.parsed.files.find((parsed) => parsed.file === file)?.text
  const errors = after.content ? [] : after.problems.filter(isError)
  return [
    ...failures.map(({ edit, message }) => `${edit}\n${message}\nIn the editor, open "Changes" to decide.`),
    ...errors.map((problem) => stripVTControlCharacters(formatProblem(problem, textOf(problem.file)))),
  ]
}
