import { dayOf } from '../../../cli/content/publication.ts'
import { valueAt } from '../../../cli/content/value-at.ts'
import type { FileChange } from '../../../cli/editor/server/change.ts'
import { loadContent } from '../../../cli/engine/load.ts'
import { changeOf, type Said } from './change-of.ts'
import { type Bytes, listFaults, listOther, partsOf, readBytes } from './compare-folders.ts'
import { faultOfView } from './fault-of-view.ts'
import type { Action } from './list-actions.ts'
import type { Person } from './person.ts'
import { waitFor } from './wait-for.ts'

/** How much of what is saved is taken back, and how much of that is done again before. */
const [UNDONE, REDONE] = [0.7, 0.2]

/** Something to do to a file, as it is now. */
export interface Drawn extends Said {
  file: string
  action: Action
}

interface Around {
  person: Person
  content: string
  random: () => number
  look(): Promise<void>
  /** The errors that the content has all the time. */
  known: readonly string[]
}

/** What came of it. */
interface Outcome {
  end: 'saved' | 'refused' | 'same'
  how: string
  /** Why it is refused, as it stands at the field. */
  reason: string | undefined
  isUndone: boolean
  isRedone: boolean
  faults: string[]
}

/** Has somebody do it, and looks at every file and at what the inspector shows. @throws what they come not to */
export async function tryAction(around: Around, { file, action, ...said }: Drawn): Promise<Outcome> {
  const { person, content, random, look, known } = around
  const faults: string[] = []
  const outcome: Outcome = { end: 'same', how: '', reason: undefined, isUndone: false, isRedone: false, faults }
  const before = readBytes(content)
  const see = async (when: string, now: Said, view = action.view) => {
    const fault = await waitFor(
      () => faultOfView(person, now, view),
      (one) => one === undefined,
    )
    if (fault) faults.push(`${when}: ${fault}`)
  }

  await person.open(file)
  await person.goTo(action.view)
  await look()
  await see('before', said)
  const { how, typed } = await person.act(action)
  outcome.how = typed === undefined ? how : `${how} ${JSON.stringify(typed.slice(-60))}`
  const wanted = changeOf(action, said, typed)
  const { written, isRefused } = await person.answered(wanted === undefined ? 0 : action.act === 'upload' ? 2 : 1)
  await look()
  const after = readBytes(content)
  // A picture is taken in, and then something shows it.
  const other = listOther(before, after).filter((name) => action.act !== 'upload' || !name.startsWith('images/'))

  if (isRefused) {
    outcome.end = 'refused'
    if (other.length > 0) faults.push(`refused, and yet ${other.join()} differs`)
    outcome.reason = await readReason()
    await person.leave(action)
  } else if (!wanted) {
    if (other.length + written.length > 0) faults.push(`nothing was changed, and yet it is saved: ${other.join()}`)
  } else {
    outcome.end = 'saved'
    await checkSaved(wanted)
    // An entry that was moved past one that says the same has left nothing to take back.
    if (other.length > 0 && random() < UNDONE) await takeBack()
  }
  return outcome

  async function readReason(): Promise<string> {
    const alert = person.placeOf(action).locator('.refusal[role=alert]')
    const words = await waitFor(
      async () => (await alert.allTextContents()).join('\n'),
      (text) => text.trim() !== '',
    )
    const elsewhere = await person.inspector.locator('.refusal').allTextContents()
    if (!words.trim()) faults.push(`the reason is not at the field; elsewhere: ${elsewhere.join()}`)
    else if (!(await person.isInSight(alert.first()))) faults.push(`the reason is out of sight: ${words}`)
    if (/\[object|undefined|\bnull\b/.test(words)) faults.push(`the reason is none: ${words}`)
    const isField = action.act === 'set' && action.kind !== 'body'
    if (isField && (await person.controlOf(action.path).getAttribute('aria-invalid')) !== 'true')
      faults.push('the field is not said to be wrong')
    return words
  }

  async function checkSaved(change: FileChange): Promise<void> {
    const now = partsOf(file, after.get(file))
    const others = other.filter((name) => name !== file)
    if (others.length > 0) faults.push(`${others.join()} differs`)
    faults.push(...listFaults(file, before.get(file), after.get(file), withAdded(change, now.fields)))
    const errors = await errorsOf(content)
    if (errors.join() !== known.join()) faults.push(`the check tells: ${errors.join()}`)
    if (!(await waitFor(person.told, Boolean))) faults.push('it is not told that it is saved')
    await see('after', now, action.act === 'add' ? action.path : action.view)
    if ((await person.inspector.locator('.refusal[role=alert]').count()) > 0)
      faults.push('it is saved, and a reason against it stands there')
    if (await person.isFocusLost()) faults.push('the focus is lost')
  }

  async function takeBack(): Promise<void> {
    const go = async (way: 'Undo' | 'Redo', bytes: Bytes) => {
      for (const _ of written) {
        outcome.how += `, ${way} by ${await person.step(way)}`
        if ((await person.answered(1)).isRefused) faults.push(`${way} is refused: ${await person.told()}`)
      }
      const differing = listOther(bytes, readBytes(content))
      if (differing.length > 0) faults.push(`${way}: ${differing.join()} is not the same to the byte`)
    }
    await go('Undo', before)
    outcome.isUndone = true
    outcome.isRedone = random() < REDONE
    if (outcome.isRedone) {
      await go('Redo', after)
      await go('Undo', before)
    }
    // What was added is open, and not there any more.
    if (action.act !== 'add') await see('undone', said)
  }
}

/** The errors of the check. */
export async function errorsOf(content: string): Promise<string[]> {
  const { problems } = await loadContent(content, { edition: { today: dayOf(), all: true } })
  return problems.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file}: ${message}`)
}

/** With the value that stands there now, where what was added or uploaded was not known before. */
function withAdded(change: FileChange, now: unknown): FileChange {
  if (change.kind === 'body' || !('value' in change) || change.value !== undefined) return change
  return { ...change, value: valueAt(now, change.path) }
}
