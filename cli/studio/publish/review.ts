import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../../cache.mjs'
import { requireApplicable } from '../../editor/changes/effect.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { writeReview } from '../../review/review.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { Studio } from '../studio.ts'
import { getChangeTitle } from './change-page.tsx'

/** Opens the reviews of change sets. Only the latest one of each change set is kept. */
export function openReviews({ settings, content: { changes } }: Studio) {
  const reviews = path.join(settings.data, 'reviews')
  const queue = createSerialQueue()
  /** Writes the review of a change set, unless it is current. @returns its version */
  const write = (name: string): Promise<string> =>
    queue(async () => {
      const title = getChangeTitle(changes.summary(name))
      const result = await changes.dryRun(name)
      requireApplicable(result, 'There is nothing to compare.')
      const { edits, descriptions, before, after } = result
      if (!before.content || !after.content) throw new HttpError('The content has errors. Fix them first.')
      const version = hash(JSON.stringify(edits), before.files.fingerprint(), before.parsed.edition.today)
      const out = path.join(reviews, `${name}.${version}`)
      if (existsSync(path.join(out, 'index.html'))) return version
      const names = changes.list().map((set) => set.name)
      for (const old of existsSync(reviews) ? readdirSync(reviews) : [])
        if (old.startsWith(`${name}.`) || !names.includes(old.split('.')[0] ?? ''))
          rmSync(path.join(reviews, old), { recursive: true, force: true })
      const versions = { before: { ...before, content: before.content }, after: { ...after, content: after.content } }
      const back = `${STUDIO_PREFIX}/changes/${name}`
      await writeReview({ ...versions, out, title, changes: descriptions, back })
      return version
    })
  return {
    write,
    /** Returns the folder of a review. @throws HttpError if it is no longer kept */
    find(name: string, version: string): string {
      const folder = path.join(reviews, `${changes.summary(name).name}.${version}`)
      if (/^[\da-f]+$/.test(version) && existsSync(folder)) return folder
      throw new HttpError('These changes have been edited since this comparison. Open it again.', 404)
    },
  }
}
