import { isPlainObject, valueAt } from '../value-at.ts'
import type { Migration } from './migration.ts'

/** Before, only the solutions could have a submenu. */
export const submenuEntries: Migration = {
  version: '0.2',
  change: '`entries: solutions` makes a submenu, and may name any content folder that has pages',
  files: ['site'],
  find(source) {
    const list = ['navigation', 'links']
    const links = valueAt(source.rawData, list)
    return (Array.isArray(links) ? links : []).flatMap((link, index) => {
      if (!isPlainObject(link) || link.solutions !== true) return []
      const path = [...list, index]
      const field = [...path, 'solutions']
      return [{ path, range: [source.range(field, 'key')[0], source.range(field)[1]], text: 'entries: solutions' }]
    })
  },
}
