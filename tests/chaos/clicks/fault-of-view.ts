import { valueAt } from '../../../cli/content/value-at.ts'
import type { Path } from '../../../cli/content/yaml/source.ts'
import { BODY } from '../../../cli/dev/marks.ts'
import { labelOf, summaryOf } from '../../../cli/editor/browser/label.ts'
import { type Said, shownAs } from './change-of.ts'
import type { Person } from './person.ts'

/** What the inspector shows of a group, list or text that the file does not say; undefined when all is well. */
export async function faultOfView(person: Person, { fields, body }: Said, view: Path): Promise<string | undefined> {
  const crumbs = await person.crumbs()
  if (crumbs.length !== view.length + 1) return `${crumbs.join(' › ')} is open, not ${view.join('.')}`
  if (view[0] === BODY) {
    const shown = await person.controlOf(view).inputValue()
    return shown === body?.replace(/\r\n?/g, '\n') ? undefined : 'another text is shown'
  }
  const value = valueAt(fields, view)
  if (Array.isArray(value)) {
    const shown = await person.inspector.locator('.entries .entry').allTextContents()
    const wanted = value.map((entry, index) => `${index + 1} ${summaryOf(entry) || '—'}`)
    return shown.join('\n') === wanted.join('\n') ? undefined : `shown is ${shown.join()}, not ${wanted.join()}`
  }
  if (typeof value !== 'object' || value === null) {
    const shown = await person.read(view)
    return shown === shownAs(value) ? undefined : `shown is ${shown}, not ${value}`
  }
  const shown = await person.readFields()
  const missing = Object.entries(value)
    .filter(([, one]) => typeof one !== 'object')
    .map(([name, one]) => `${labelOf(name)}: ${shownAs(one)}`)
    .filter((one) => !shown.includes(one))
  return missing.length === 0 ? undefined : `not shown is ${missing.join('; ')}`
}
