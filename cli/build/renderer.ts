import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderedDocument, RenderInput, Shared } from '@northshelf/site/site/render-input.ts'
import type { Bundle } from './bundle.mjs'

/**
 * Renders pages with the server half of a bundle: by its own function, because the way through vike's router takes as
 * long as rendering does (docs/decisions/043).
 */
export async function loadRenderer(
  { folder }: Bundle,
  shared: Shared,
): Promise<(input: RenderInput) => Promise<RenderedDocument>> {
  // React reads it once, when it is loaded: the development build renders the same, only slower.
  process.env.NODE_ENV ??= 'production'
  const half = pathToFileURL(path.join(folder, 'server', 'document.mjs')).href
  const { createDocumentRenderer } = (await import(half)) as typeof import('@northshelf/site/site/document.tsx')
  return createDocumentRenderer(shared)
}
