import { type Document, isMap, isScalar, isSeq } from 'yaml'
import type { Place } from './place.ts'
import type { Problem } from './problem.ts'
import type { Range } from './source.ts'

/**
 * The problem of a key that is given twice, at the second one.
 * @param pos where the parser found it
 */
export function duplicateKey(
  document: Document,
  pos: readonly [number, number],
  place: (range: Range) => Place,
  file: string,
): Problem {
  let name = ''
  let first: Range | undefined
  let second: Range = pos
  const search = (node: unknown): void => {
    if (isMap(node)) {
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? pair.key : undefined
        if (key?.range && key.range[0] === pos[0]) {
          name = String(key.value)
          second = [key.range[0], key.range[1]]
          const other = node.items.find((item) => isScalar(item.key) && item.key.value === key.value)
          if (isScalar(other?.key) && other.key.range) first = [other.key.range[0], other.key.range[1]]
        }
        search(pair.value)
      }
    } else if (isSeq(node)) node.items.forEach(search)
  }
  search(document.contents)
  const related = first ? [{ file, ...place(first), message: 'the first one' }] : []
  return {
    rule: 'yaml/duplicate-key',
    severity: 'error',
    file,
    ...place(second),
    message: `"${name}" is given twice`,
    help: 'Keep one of them.',
    related: related.map(({ length: _, ...rest }) => rest),
  }
}
