import type { Content } from '@northshelf/site/collections/content.ts'
import type { LiveSite } from './live-site.ts'
import type { PageUpdate } from './page-update.ts'
import { renderMarkedPage } from './render-page.ts'
import type { Snapshot } from './snapshot.ts'

/** Renders pages from unsaved content. */
export function createUnsavedPreview(live: LiveSite) {
  let last: Snapshot | undefined
  return {
    /** Renders a page with unsaved content; returns undefined if the content has errors. */
    async render(content: Promise<Content | undefined>, path: string): Promise<PageUpdate | undefined> {
      const [current, made] = [live.current(), await content]
      if (!current || !made) return undefined
      last = current.modules.snapshot.createSnapshot(made, live.reader()?.mark)
      const { html, data } = await renderMarkedPage({ ...current, snapshot: last }, path)
      return { ...data, html }
    },
    /** Returns a file from the last rendered content, such as an image that no saved content uses. */
    file: async (name: string) => last?.file(name),
  }
}
export type UnsavedPreview = ReturnType<typeof createUnsavedPreview>
