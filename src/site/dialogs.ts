import type { Content } from '../collections/content.ts'
import { given } from '../entries/site.ts'
import type { DialogName } from '../schema/action.ts'
import { definitionOf } from '../sections/definition.ts'
import type { View } from '../sections/view.ts'

/** Id of a dialog in its page. */
const dialogId = (name: DialogName) => `dialog-${name}`

/**
 * Puts the dialogs that a page's actions open at its end, one for all buttons that open it, and leads those actions to
 * where they work without scripting too: a form to its place in the page, a calendar to the booking page.
 */
export function withDialogs(sections: View[], content: Content): View[] {
  const { dialogs, scheduling } = content.site
  const used = new Set<DialogName>()
  const place = (name: DialogName) => {
    used.add(name)
    return dialogs[name]?.form ? `#${dialogId(name)}` : given(scheduling).url
  }
  const lead = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(lead)
    if (typeof value !== 'object' || value === null) return value
    const { opens } = value as { opens?: DialogName }
    if (opens) return { ...value, to: place(opens) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lead(item)]))
  }
  const led = lead(sections) as View[]
  const opened = [...used].map((name): View => {
    return { type: dialogs[name]?.form ? 'dialog' : 'booking', id: dialogId(name), name }
  })
  return [...led, ...opened, ...sections.flatMap((section) => definitionOf(section.type).dialogs?.(section) ?? [])]
}
