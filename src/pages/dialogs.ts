import type { DialogName } from '../content/action.ts'
import type { Content } from '../content/content.ts'
import type { View } from '../content/view.ts'

/** Id of a dialog in its page. */
const dialogId = (name: DialogName) => `dialog-${name}`

/**
 * Puts the form dialogs that a page's actions open at its end, and leads those actions to them, so that
 * they work without scripting too.
 */
export function withDialogs(sections: View[], content: Content): View[] {
  const used = new Set<DialogName>()
  const lead = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lead)
    if (typeof value !== 'object' || value === null) return value
    const { opens } = value as { opens?: DialogName }
    if (opens && content.site.dialogs[opens]?.form) {
      used.add(opens)
      return { ...value, to: `#${dialogId(opens)}` }
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lead(item)]))
  }
  const led = lead(sections) as View[]
  const dialogs = [...used].map((name): View => ({ type: 'dialog', id: dialogId(name), name }))
  return [...led, ...dialogs]
}
