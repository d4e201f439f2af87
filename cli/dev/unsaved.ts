import type { Content } from '@northshelf/site/collections/content.ts'
import type { LiveSite } from './live-site.ts'
import type { OpenPage } from './open-page.ts'
import { renderMarked } from './render-page.ts'
import type { Snapshot } from './snapshot.ts'

/** Pages of content that was not saved. */
export function createUnsaved(live: LiveSite) {
  let last: Snapshot | undefined
  return {
    /** @returns undefined where the content has errors, as while a link is being typed */
    async render(content: Promise<Content | undefined>, path: string): Promise<OpenPage | undefined> {
      const [current, made] = [live.current(), await content]
      if (!current || !made) return undefined
      last = current.modules.snapshot.createSnapshot(made, live.reader()?.mark)
      const { html, data } = await renderMarked({ ...current, snapshot: last }, path)
      return { ...data, html }
    },
    /** A file beside the page that was rendered last: no saved text shows its pictures yet. */
    file: async (name: string) => last?.file(name),
  }
}
export type Unsaved = ReturnType<typeof createUnsaved>
