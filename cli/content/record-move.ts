import { isMap, isScalar, parseDocument } from 'yaml'
import { applyEdits, type Edit } from '../diagnostics/edit.ts'
import { lineStart } from '../diagnostics/location.ts'

/**
 * The text of redirects.yaml after a page has moved. What led to its old address leads to the new one, and a line for
 * the new address is gone, for a page is there again: a move that is taken back leaves the text as it was.
 * @param text the file as it is; empty where there is none
 */
export function recordMove(text: string, from: string, to: string): string {
  const { contents } = parseDocument(text)
  const edits: Edit[] = []
  let takenBack = false
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    if (!isScalar(key) || !isScalar(value) || !key.range || !value.range) continue
    const [path, ...anchor] = String(value.value).split('#')
    if (key.value === to) {
      takenBack = path === from
      const start = lineStart(text, key.range[0])
      const end = text.indexOf('\n', value.range[1])
      edits.push({ start, end: end < 0 ? text.length : end + 1, text: '' })
    } else if (path === from) {
      edits.push({ start: value.range[0], end: value.range[1], text: [to, ...anchor].join('#') })
    }
  }
  const kept = applyEdits(text, edits)
  if (takenBack) return kept
  return `${kept}${kept === '' || kept.endsWith('\n') ? '' : '\n'}${from}: ${to}\n`
}
