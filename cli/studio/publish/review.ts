import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hash } from '../../cache.mjs'
import { describeEdit } from '../../editor/changes/change-set.ts'
import { requireApplicable } from '../../editor/changes/effect.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { writeReview } from '../../review/review.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import type { Studio } from '../studio.ts'
import { getChangeTitle } from './change-page.tsx'

/** Creates a function that writes the review of a change set, unless it is current. Returns its folder. */
export function createReviewWriter({ settings, content: { changes } }: Studio) {
  const reviews = path.join(settings.data, 'reviews')
  const queue = createSerialQueue()
  return (name: string): Promise<string> =>
    queue(async () => {
      const title = getChangeTitle(changes.summary(name))
      const result = await changes.dryRun(name)
      requireApplicable(result, 'There is nothing to compare.')
      const { edits, before, after } = result
      if (!before.content || !after.content) throw new HttpError('The content has errors. Fix them first.')
      const texts = edits.map(describeEdit)
      const key = hash(JSON.stringify(edits), before.files.fingerprint(), before.parsed.edition.today)
      const out = path.join(reviews, `${name}.${key}`)
      if (existsSync(path.join(out, 'index.html'))) return out
      const names = changes.list().map((set) => set.name)
      for (const old of existsSync(reviews) ? readdirSync(reviews) : [])
        if (old.startsWith(`${name}.`) || !names.includes(old.split('.')[0] ?? ''))
          rmSync(path.join(reviews, old), { recursive: true, force: true })
      const versions = { before: { ...before, content: before.content }, after: { ...after, content: after.content } }
      await writeReview({ ...versions, out, title, changes: texts })
      return out
    })
}
