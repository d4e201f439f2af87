import { isMap, isScalar, parseDocument } from 'yaml'
import { applyEdits, type Edit } from '../diagnostics/edit.ts'
import { findLineStart } from '../diagnostics/location.ts'

/**
 * Returns the text of redirects.yaml after a page has moved. Redirects to the old address now point to the new one, and
 * a redirect from the new address is removed. Undoing a move restores the original text.
 * @param text the current file; empty if it does not exist
 */
export function updateRedirectsForMove(text: string, from: string, to: string): string {
  const { contents } = parseDocument(text)
  const edits: Edit[] = []
  let isUndo = false
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    if (!isScalar(key) || !isScalar(value) || !key.range || !value.range) continue
    const [path, ...anchor] = String(value.value).split('#')
    if (key.value === to) {
      isUndo = path === from
      const start = findLineStart(text, key.range[0])
      const end = text.indexOf('\n', value.range[1])
      edits.push({ start, end: end < 0 ? text.length : end + 1, text: '' })
    } else if (path === from) {
      edits.push({ start: value.range[0], end: value.range[1], text: [to, ...anchor].join('#') })
    }
  }
  const kept = applyEdits(text, edits)
  if (isUndo) return kept
  return `${kept}${kept === '' || kept.endsWith('\n') ? '' : '\n'}${from}: ${to}\n`
}
