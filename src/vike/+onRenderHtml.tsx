import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { renderDocument } from '../site/document.tsx'
import type { RenderInput, RenderOutput } from './render-input.ts'

/** What vike wants to have round a document. */
export default async function onRenderHtml(context: PageContextServer) {
  const { html, page } = await renderDocument((context as unknown as { input: RenderInput }).input)
  const output: RenderOutput = { page }
  return { documentHtml: escapeInject`${dangerouslySkipEscape(html)}`, pageContext: { output } }
}
