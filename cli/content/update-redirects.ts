import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml'
import { applyEdits } from '../diagnostics/edit.ts'
import { findLineStart } from '../diagnostics/location.ts'
import { applyYamlChange } from './yaml/value-change.ts'
import { findFieldEnd, formatInsertedLines, getNodeRange } from './yaml/yaml-text.ts'

/**
 * Returns the text of redirects.yaml after a page has moved. Redirects to the old address now point to the new one, and
 * a redirect from the new address is removed. Undoing a move restores the original text.
 * @param text the current file; empty if it does not exist
 * @throws YamlEditError if the YAML uses syntax that cannot be edited
 */
export function updateRedirectsForMove(text: string, from: string, to: string): string {
  const redirects = parseDocument(text).contents
  if (!isMap(redirects)) return addFirstRedirect(text, from, to)
  let after = text
  for (const [address, target] of Object.entries(redirects.toJSON() as Record<string, unknown>)) {
    const [path, ...anchor] = String(target).split('#')
    if (path === from && address !== to)
      after = applyYamlChange(after, { kind: 'set', path: [address], value: [to, ...anchor].join('#') })
  }
  const isUndo = String(redirects.get(to) ?? '').split('#')[0] === from
  if (!isUndo) after = applyYamlChange(after, { kind: 'set', path: [from], value: to })
  if (!redirects.has(to)) return after
  return isUndo && redirects.items.length === 1
    ? removeOnlyRedirect(after, redirects)
    : applyYamlChange(after, { kind: 'remove', path: [to] })
}

/** Adds a redirect to a file that contains at most comments and document markers. */
function addFirstRedirect(text: string, from: string, to: string): string {
  const end = text.search(/^\.\.\.\s*$/m)
  const at = end < 0 ? text.length : end
  const lines = formatInsertedLines(text, at, `${from}: ${to}`)
  return applyEdits(text, [{ start: at, end: at, text: lines.endsWith('\n') ? lines : `${lines}\n` }])
}

function removeOnlyRedirect(text: string, redirects: YAMLMap): string {
  const [only] = redirects.items
  const [start, end] = getNodeRange(redirects)
  if (redirects.flow || !only || !isScalar(only.key)) return applyEdits(text, [{ start, end, text: '{}' }])
  return applyEdits(text, [{ start: findLineStart(text, start), end: findFieldEnd(text, only), text: '' }])
}
