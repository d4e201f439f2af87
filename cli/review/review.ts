import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBundle } from '../build/bundle.mjs'
import { checkOutputFolder } from '../build/check-output-folder.ts'
import { readClientFiles } from '../build/client-files.ts'
import { LOCK_FILE, lockOutput } from '../build/lock.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { compareContents, createRendererFactory, listPages } from '../diff/compare-contents.ts'
import type { ContentVersion } from '../diff/content-changes.ts'
import type { PageDifferences } from '../diff/difference.ts'
import { type ReviewedPage, renderIndex, type Side } from './review-pages.ts'
import { createPageWriter } from './write-version.ts'

/** File that marks a folder as a review, so that a later review may replace it. */
const REVIEW_FILE = '.review'
const INDEX_FILE = 'index.html'
/** Files and folders of a review. */
const PARTS = [INDEX_FILE, 'before', 'after', 'assets']

export interface ReviewOptions {
  before: ContentVersion
  after: ContentVersion
  /** Absolute path of the folder to write. An earlier review in it is replaced. */
  out: string
  title: string
  /** Texts that describe the changes, one for each. */
  changes: readonly string[]
  /** Address of the page to which the review links back. */
  back?: string
  onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * Writes a review of changes: both versions of each affected page as published, and a list of all changes. The review
 * needs no scripts, and all its own links are relative, so any server or disk can hold it.
 * @returns the affected pages, and the differences that they are part of
 * @throws Failure if the folder contains files that are not part of a review, or another process is writing to it
 */
export async function writeReview(options: ReviewOptions): Promise<PageDifferences & { changedPages: ReviewedPage[] }> {
  const { before, after, out } = options
  checkReviewFolder(out, [before.files.folder, after.files.folder])
  const release = await lockOutput(out)
  try {
    writeFileSync(path.join(out, REVIEW_FILE), '')
    for (const part of PARTS) rmSync(path.join(out, part), { recursive: true, force: true })
    return await writeReviewFiles(options)
  } finally {
    release()
  }
}

function checkReviewFolder(out: string, contents: readonly string[]): void {
  for (const content of contents) checkOutputFolder(out, content)
  if (!statSync(out, { throwIfNoEntry: false })?.isDirectory() || existsSync(path.join(out, REVIEW_FILE))) return
  if (readdirSync(out).every((name) => name.startsWith(LOCK_FILE))) return
  const reason = `${out} cannot be the folder of a review: it contains files that are not part of a review.`
  throw new Failure(`${reason} Choose another folder with --out.`, exitCodes.usage)
}

async function writeReviewFiles({ before, after, out, title, changes, back, onProgress }: ReviewOptions) {
  const difference = await compareContents(before, after)
  const sources = { before: listPages(before.content), after: listPages(after.content) }
  const findFile = (side: Side, page: string) => {
    const source = sources[side].get(page)
    return source && `${side}/${source().htmlFile}`
  }
  const changedPages = difference.changedPages.map((page): ReviewedPage => {
    return { ...page, before: findFile('before', page.page), after: findFile('after', page.page) }
  })
  const write = (file: string, data: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(out, file)), { recursive: true })
    writeFileSync(path.join(out, file), data)
  }
  const shared = { title, back, client: readClientFiles(await ensureBundle('components')), write }
  const renderOf = createRendererFactory()
  let done = 0
  for (const [side, { content }] of Object.entries({ before, after }) as [Side, ContentVersion][]) {
    const writePage = createPageWriter(changedPages, { ...shared, side, content, render: renderOf(content) })
    for (const page of changedPages) {
      const source = sources[side].get(page.page)
      if (source) await writePage(page, source())
      done += 1
      onProgress?.(done, 2 * changedPages.length)
    }
  }
  // The index is last, so that an incomplete review has none.
  write(INDEX_FILE, renderIndex(title, changes, changedPages, difference, back))
  return { ...difference, changedPages }
}
