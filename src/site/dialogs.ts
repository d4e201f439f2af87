import type { Content } from '../collections/content.ts'
import { required } from '../entries/site.ts'
import type { DialogName } from '../schema/action.ts'
import { definitionOf } from '../sections/definition.ts'
import type { View } from '../sections/view.ts'

const dialogId = (name: DialogName) => `dialog-${name}`

/**
 * Appends the dialogs that actions on a page open, and gives these actions a link target that works without JavaScript:
 * the form on the page, or the booking page.
 */
export function withDialogs(sections: View[], content: Content): View[] {
  const { dialogs, scheduling } = content.site
  const used = new Set<DialogName>()
  const linkTo = (name: DialogName) => {
    used.add(name)
    return dialogs[name]?.form ? `#${dialogId(name)}` : required(scheduling).url
  }
  const linkActions = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(linkActions)
    if (typeof value !== 'object' || value === null) return value
    const { opens } = value as { opens?: DialogName }
    if (opens) return { ...value, to: linkTo(opens) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, linkActions(item)]))
  }
  const linked = linkActions(sections) as View[]
  const opened = [...used].map((name): View => {
    return { type: dialogs[name]?.form ? 'dialog' : 'booking', id: dialogId(name), name }
  })
  return [...linked, ...opened, ...sections.flatMap((section) => definitionOf(section.type).dialogs?.(section) ?? [])]
}
