import { plural } from '../diagnostics/formats/pretty.ts'
import type { FormChange } from './changed-forms.ts'
import { type BeforeAfter, type Difference, growth, type PageChange } from './difference.ts'
import { parts } from './shown.ts'

/** What a headline is made of. */
export interface Headed {
  pages: BeforeAfter
  changedPages: readonly Pick<PageChange, 'change'>[]
}

/** `3 pages changed, 1 page added · 44 pages, 43 before` */
export function headline({ changedPages, pages }: Headed): string {
  const told = (['changed', 'added', 'removed'] as const).flatMap((change) => {
    const amount = changedPages.filter((one) => one.change === change).length
    return amount > 0 ? [`${plural(amount, 'page')} ${change}`] : []
  })
  const before = pages.before === pages.after ? '' : `, ${pages.before.toLocaleString('en-US')} before`
  return `${told.join(', ') || 'Every page is the same'} · ${plural(pages.after, 'page')}${before}`
}

/** `title, text` */
export function whatChanged(change: Pick<PageChange, 'change' | 'parts'>): string {
  return change.change === 'changed' ? change.parts.map((part) => parts[part]).join(', ') : change.change
}

/** `31.2 → 31.4 kB` */
export function weights({ before, after }: BeforeAfter): string {
  const [old, now] = [before.toFixed(1), after.toFixed(1)]
  if (before === 0 || after === 0) return `${after === 0 ? old : now} kB`
  return old === now ? `${now} kB` : `${old} → ${now} kB`
}

/** What there is to say of the whole: figures, and what is to be done besides publishing the pages. */
export function notes(difference: Difference): string[] {
  const { changedPages, changedForms, changedFiles, assets, weighedAlike } = difference
  const { site, relay, hosting } = changedFiles
  const grown = changedPages.filter(({ change }) => change === 'changed').sort((a, b) => growth(b) - growth(a))[0]
  const growths =
    grown && growth(grown) >= 0.05 ? [`largest growth +${growth(grown).toFixed(1)} kB (${grown.page})`] : []
  const totals = Object.entries(assets).map(([kind, weight]) => `all ${kind} ${weights(weight)}`)
  const figures = weighedAlike
    ? `Weight: ${[...growths, ...totals].join(', ')}.`
    : 'Weights cannot be compared: one build is compressed more than the other. Build both in the same way.'
  return [
    figures,
    ...(site.length > 0 ? [`Other changed files: ${listed(site)}.`] : []),
    ...(changedForms.length > 0 ? [`Changed forms: ${changedForms.map(formWords).join('; ')}.`] : []),
    ...(relay.length > 0
      ? [`The relay is not the same (${listed(relay)}): it has to be deployed and restarted too.`]
      : []),
    ...(hosting.length > 0
      ? [`The rules of the web server are not the same (${listed(hosting)}): it has to be reloaded.`]
      : []),
  ]
}

/** `contact (new budget, no more message)` */
export function formWords({ form, change, fields }: FormChange): string {
  if (change !== 'changed') return `${form} (${change})`
  const kinds = { new: fields.added, 'no more': fields.removed, changed: fields.changed }
  const told = Object.entries(kinds).flatMap(([how, names]) => (names.length > 0 ? [`${how} ${names.join(', ')}`] : []))
  return told.length > 0 ? `${form} (${told.join(', ')})` : form
}

export function listed(names: readonly string[], most = 8): string {
  const rest = names.length - most
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ')
}
