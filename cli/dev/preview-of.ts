import type { Content } from '../../src/collections/content.ts'
import { Refused } from '../edit/refusals.ts'
import type { LiveSite } from './live-site.ts'
import { renderMarked } from './render-page.ts'
import type { OpenPage } from './server.ts'

/** Renders pages of content that was not saved. */
export function createPreviewOf(live: LiveSite) {
  return async (content: Promise<Content | undefined>, path: string): Promise<OpenPage> => {
    const [current, made] = [live.current(), await content]
    if (!current || !made) throw new Refused('With this text the site has errors. They are told when it is saved.')
    const snapshot = current.modules.snapshot.createSnapshot(made, live.reader()?.mark)
    const { html, data } = await renderMarked({ ...current, snapshot }, path)
    return { ...data, html }
  }
}
