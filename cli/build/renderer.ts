import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ClientPage } from '../../src/sections/view.ts'
import type { RenderInput, RenderOutput } from '../../src/vike/render-input.ts'
import type { Bundle } from './bundle.mjs'

/** Renders pages with the server half of a bundle. */
export async function createRenderer(bundle: Bundle) {
  // React reads it once, when it is loaded: the development build renders the same, only slower.
  process.env.NODE_ENV ??= 'production'
  await import(pathToFileURL(path.join(bundle.folder, 'server', 'entry.mjs')).href)
  const { renderPage } = await import('vike/server')
  /** @throws what the page threw while it was rendered */
  return async (input: RenderInput): Promise<{ html: string; page: ClientPage }> => {
    const context = await renderPage({ urlOriginal: input.view.path, input } as Parameters<typeof renderPage>[0])
    if (context.errorWhileRendering) throw context.errorWhileRendering
    if (context.httpResponse.statusCode !== 200)
      throw new Error(`${input.view.path}: rendering answered ${context.httpResponse.statusCode}`)
    const { page } = (context as unknown as { output: RenderOutput }).output
    return { html: yieldToPaint(context.httpResponse.body), page }
  }
}

/** Browsers fetch a module script as early as what the first paint needs. Nothing of ours is needed for that. */
function yieldToPaint(html: string): string {
  return html.replace('type="module" async', 'type="module" async fetchpriority="low"')
}
export type Renderer = Awaited<ReturnType<typeof createRenderer>>
