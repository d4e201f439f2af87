import type { Content } from '../collections/content.ts'
import { requireSitePart } from '../entries/site.ts'
import { getSectionDefinition } from '../sections/definition.ts'
import type { SectionView } from '../sections/view.ts'

const dialogId = (name: string) => `dialog-${name}`

/**
 * Appends the dialogs that a page's actions open. Gives each of these actions a link target that works without
 * JavaScript: the form on the page, or the booking page.
 */
export function addDialogs(sections: SectionView[], content: Content): SectionView[] {
  const { dialogs, scheduling } = content.site
  const used = new Set<string>()
  const linkTo = (name: string) => {
    used.add(name)
    return dialogs[name]?.form ? `#${dialogId(name)}` : requireSitePart(scheduling).url
  }
  const linkActions = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(linkActions)
    if (typeof value !== 'object' || value === null) return value
    const { opens } = value as { opens?: string }
    if (opens) return { ...value, to: linkTo(opens) }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, linkActions(item)]))
  }
  const linked = linkActions(sections) as SectionView[]
  const opened = [...used].map((name): SectionView => {
    return { type: dialogs[name]?.form ? 'dialog' : 'booking', id: dialogId(name), name }
  })
  const own = sections.flatMap((section) => getSectionDefinition(section.type).dialogs?.(section) ?? [])
  return [...linked, ...opened, ...own]
}
