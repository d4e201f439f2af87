import { valueAt } from '../value-at.ts'
import type { Migration } from './migration.ts'

/** Before, `booking` was a label. The button opened the dialog `discovery` or, without one, linked like the menu's button. */
export const bookingAction: Migration = {
  version: '0.2',
  change: '`booking` is a button with `label`, `to` and `opens`',
  files: ['services', 'solutions'],
  find(source, site) {
    const path = ['booking']
    const label = valueAt(source.rawData, path)
    if (typeof label !== 'string') return []
    const to = String(valueAt(site, ['navigation', 'button', 'to']) ?? '/')
    const opens = valueAt(site, ['dialogs', 'discovery']) === undefined ? '' : ', opens: discovery'
    const text = `{ label: ${JSON.stringify(label.trim())}, to: ${JSON.stringify(to)}${opens} }`
    return [{ path, range: source.range(path), text }]
  },
}
