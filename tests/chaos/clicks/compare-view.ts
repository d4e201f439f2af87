import { valueAt } from '../../../cli/content/value-at.ts'
import type { ValuePath } from '../../../cli/content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../../cli/dev/source-marks.ts'
import { formatLabel, summarizeValue } from '../../../cli/editor/labels.ts'
import { type FileData, shownAs } from './expected-change.ts'
import type { Person } from './person.ts'

/** Describes how the inspector's view of a group, list or text differs from the file; undefined if they match. */
export async function faultOfView(
  person: Person,
  { fields, body }: FileData,
  view: ValuePath,
): Promise<string | undefined> {
  const crumbs = await person.crumbs()
  if (crumbs.length !== view.length + 1) return `opened ${crumbs.join(' › ')} instead of ${view.join('.')}`
  if (view[0] === BODY_PATH_SEGMENT) {
    const shown = await person.controlOf(view).inputValue()
    return shown === body?.replace(/\r\n?/g, '\n') ? undefined : 'shows different text'
  }
  const value = valueAt(fields, view)
  if (Array.isArray(value)) {
    const shown = await person.inspector.locator('.entries .entry').allTextContents()
    const wanted = value.map((entry, index) => `${index + 1} ${summarizeValue(entry) || '—'}`)
    return shown.join('\n') === wanted.join('\n') ? undefined : `shows ${shown.join()}, not ${wanted.join()}`
  }
  if (typeof value !== 'object' || value === null) {
    const shown = await person.read(view)
    return shown === shownAs(value) ? undefined : `shows ${shown}, not ${value}`
  }
  const shown = await person.readFields()
  const missing = Object.entries(value)
    .filter(([, field]) => typeof field !== 'object')
    .map(([name, field]) => `${formatLabel(name)}: ${shownAs(field)}`)
    .filter((text) => !shown.includes(text))
  return missing.length === 0 ? undefined : `does not show ${missing.join('; ')}`
}
