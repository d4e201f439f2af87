import { valueAt } from '../../../cli/content/value-at.ts'
import type { FileChange } from '../../../cli/editor/files/entry.ts'
import { loadContent } from '../../../cli/engine/load.ts'
import { type Bytes, listChanged, listFaults, partsOf, readBytes } from './compare-folders.ts'
import { faultOfView } from './compare-view.ts'
import { changeOf, type FileData } from './expected-change.ts'
import type { Action } from './list-actions.ts'
import type { Person } from './person.ts'
import { waitFor } from './wait-for.ts'

/** Fraction of saves that are undone, and fraction of undone saves that are redone and undone again. */
const [UNDONE, REDONE] = [0.7, 0.2]

/** A random action, and the current contents of its file. */
export interface Drawn extends FileData {
  file: string
  action: Action
}

interface Environment {
  person: Person
  content: string
  random: () => number
  look(): Promise<void>
  /** Errors that the content contained before the first action. */
  known: readonly string[]
}

interface Outcome {
  end: 'saved' | 'refused' | 'same'
  how: string
  /** Reason that the editor shows for refusing the edit. */
  reason: string | undefined
  isUndone: boolean
  isRedone: boolean
  faults: string[]
}

/** Performs an action and checks every file and the inspector. @throws if a control cannot be used */
export async function tryAction(environment: Environment, { file, action, ...original }: Drawn): Promise<Outcome> {
  const { person, content, random, look, known } = environment
  const faults: string[] = []
  const outcome: Outcome = { end: 'same', how: '', reason: undefined, isUndone: false, isRedone: false, faults }
  const before = readBytes(content)
  const checkView = async (when: string, data: FileData, view = action.view) => {
    const fault = await waitFor(
      () => faultOfView(person, data, view),
      (found) => found === undefined,
    )
    if (fault) faults.push(`${when}: ${fault}`)
  }

  await person.open(file)
  await person.goTo(action.view)
  await look()
  await checkView('before', original)
  if (await waitFor(person.isFocusLost, (isLost) => !isLost)) faults.push('the focus is lost before the edit')
  const { how, typed } = await person.act(action)
  outcome.how = typed === undefined ? how : `${how} ${JSON.stringify(typed.slice(-60))}`
  const wanted = changeOf(action, original, typed)
  const { written, isRefused } = await person.settle(wanted === undefined ? 0 : action.act === 'upload' ? 2 : 1)
  await look()
  const after = readBytes(content)
  // An upload also adds the picture to the content folder, so files in `images/` are ignored.
  const changed = listChanged(before, after).filter((name) => action.act !== 'upload' || !name.startsWith('images/'))

  if (isRefused) {
    outcome.end = 'refused'
    if (changed.length > 0) faults.push(`refused, but ${changed.join()} has changed`)
    outcome.reason = await readReason()
    await person.revert(action)
  } else if (!wanted) {
    if (changed.length + written.length > 0) faults.push(`saved without a change: ${changed.join()}`)
  } else {
    outcome.end = 'saved'
    await checkSaved(wanted)
    // Moving an entry past an equal entry changes nothing, so there is nothing to undo.
    if (changed.length > 0 && random() < UNDONE) await undo()
  }
  return outcome

  async function readReason(): Promise<string> {
    const alert = person.placeOf(action).locator('.refusal[role=alert]')
    const reason = await waitFor(
      async () => (await alert.allTextContents()).join('\n'),
      (text) => text.trim() !== '',
    )
    const elsewhere = await person.inspector.locator('.refusal').allTextContents()
    if (!reason.trim()) faults.push(`no reason at the field; elsewhere: ${elsewhere.join()}`)
    else if (!(await person.isVisible(alert.first()))) faults.push(`the reason is not visible: ${reason}`)
    if (/\[object|undefined|\bnull\b/.test(reason)) faults.push(`the reason is garbled: ${reason}`)
    const isField = action.act === 'set' && action.kind !== 'body'
    if (isField && (await person.controlOf(action.path).getAttribute('aria-invalid')) !== 'true')
      faults.push('the field is not marked as invalid')
    return reason
  }

  async function checkSaved(change: FileChange): Promise<void> {
    const now = partsOf(file, after.get(file))
    const others = changed.filter((name) => name !== file)
    if (others.length > 0) faults.push(`${others.join()} has changed`)
    faults.push(...listFaults(file, before.get(file), after.get(file), withAdded(change, now.fields)))
    const errors = await errorsOf(content)
    if (errors.join() !== known.join()) faults.push(`the check reports: ${errors.join()}`)
    if (!(await waitFor(person.readStatus, Boolean))) faults.push('the save is not announced')
    await checkView('after', now, action.act === 'add' ? action.path : action.view)
    if ((await person.inspector.locator('.refusal[role=alert]').count()) > 0)
      faults.push('saved, but a reason for a refusal is shown')
    if (await person.isFocusLost()) faults.push('the focus is lost')
  }

  async function undo(): Promise<void> {
    const step = async (direction: 'Undo' | 'Redo', bytes: Bytes) => {
      for (const _ of written) {
        outcome.how += `, ${direction} by ${await person.step(direction)}`
        if ((await person.settle(1)).isRefused) faults.push(`${direction} was refused: ${await person.readStatus()}`)
      }
      const differing = listChanged(bytes, readBytes(content))
      if (differing.length > 0) faults.push(`${direction}: ${differing.join()} is not restored byte for byte`)
    }
    await step('Undo', before)
    outcome.isUndone = true
    outcome.isRedone = random() < REDONE
    if (outcome.isRedone) {
      await step('Redo', after)
      await step('Undo', before)
    }
    // Undoing an added entry removes it, so the open view of that entry no longer exists.
    if (action.act !== 'add') await checkView('undone', original)
  }
}

/** Lists the errors that `site check` reports. */
export async function errorsOf(content: string): Promise<string[]> {
  const { problems } = await loadContent(content, { edition: { all: true } })
  return problems.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file}: ${message}`)
}

/** Fills in the value of a change if the editor chose it, as for an added entry or uploaded picture. */
function withAdded(change: FileChange, fields: unknown): FileChange {
  if (change.kind === 'body' || !('value' in change) || change.value !== undefined) return change
  return { ...change, value: valueAt(fields, change.path) }
}
