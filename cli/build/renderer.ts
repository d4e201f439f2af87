import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderedDocument, RenderInput, SharedRenderInput } from '@northshelf/site/site/render-input.ts'
import type { Bundle } from './bundle.mjs'

/**
 * Loads the page renderer from the server half of a bundle. Bypasses vike's router, which takes as long as rendering
 * (docs/decisions/004).
 */
export async function loadRenderer(
  { folder }: Bundle,
  shared: SharedRenderInput,
): Promise<(input: RenderInput) => Promise<RenderedDocument>> {
  // React reads NODE_ENV once, when it is loaded; its development build is slower and renders the same output.
  process.env.NODE_ENV ??= 'production'
  const documentModule = pathToFileURL(path.join(folder, 'server', 'document.mjs')).href
  const { createDocumentRenderer } = (await import(
    documentModule
  )) as typeof import('@northshelf/site/site/document.tsx')
  return createDocumentRenderer(shared)
}
