import type { Content } from '../../src/collections/content.ts'
import { Refused } from '../edit/refusals.ts'
import type { LiveSite } from './live-site.ts'
import { renderMarked } from './render-page.ts'
import type { OpenPage } from './server.ts'
import type { Snapshot } from './snapshot.ts'

/** Pages of content that was not saved. */
export function createUnsaved(live: LiveSite) {
  let last: Snapshot | undefined
  return {
    async render(content: Promise<Content | undefined>, path: string): Promise<OpenPage> {
      const [current, made] = [live.current(), await content]
      if (!current || !made) throw new Refused('With this text the site has errors. They are told when it is saved.')
      last = current.modules.snapshot.createSnapshot(made, live.reader()?.mark)
      const { html, data } = await renderMarked({ ...current, snapshot: last }, path)
      return { ...data, html }
    },
    /** A file beside the page that was rendered last: no saved text shows its pictures yet. */
    file: async (name: string) => last?.file(name),
  }
}
export type Unsaved = ReturnType<typeof createUnsaved>
