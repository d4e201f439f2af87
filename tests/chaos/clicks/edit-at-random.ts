import type { Page } from 'playwright-core'
import { parseTranslationName } from '../../../cli/content/translations/translation-name.ts'
import { getFileType, getTypeSchema } from '../../../cli/editor/files/entry.ts'
import { hydrated } from '../../behavior/browser.ts'
import type { RunningDev } from '../../cli/running-dev.ts'
import { partsOf, readBytes } from './compare-folders.ts'
import { createDraw, rowOf } from './draw-action.ts'
import { listActions } from './list-actions.ts'
import { createPerson } from './person.ts'
import { type Drawn, errorsOf, tryAction } from './try-action.ts'

const COLUMNS = ['tried', 'saved', 'refused', 'same', 'undone', 'redone', 'faults'] as const
type Counts = Record<(typeof COLUMNS)[number], number>

interface Edits {
  page: Page
  dev: RunningDev
  random: () => number
  edits: number
  /** Prefix of the names of files to edit. */
  only: string
  print(text: string): void
  /** Runs axe if the editor is in a new state. */
  look(): Promise<void>
}

/** Performs random actions in the inspector, checks them, and prints counts. @returns the number of faults */
export async function editAtRandom({ page, dev, random, edits, only, print, look }: Edits): Promise<number> {
  const content = dev.file('.')
  const { pick, draw, countPlaces } = createDraw(random)
  const person = createPerson(page, random)
  const table = new Map<string, Counts>()
  const nameOf = (file: string) => getFileType(`content/${file}`).name
  // Translations are edited beside their source, not in the inspector.
  const isEdited = (name: string) => /\.(?:yaml|md)$/.test(name) && name !== 'README.md' && !parseTranslationName(name)
  const files = [...readBytes(content).keys()].filter((name) => isEdited(name) && name.startsWith(only))
  const kinds = [...new Set(files.map(nameOf))]
  // Picks pages more often than other types, because only pages have sections.
  const turns = [...kinds, ...kinds.filter((kind) => kind === 'pages').flatMap((kind) => [kind, kind, kind])]
  const known = await errorsOf(content)
  const sum = (name: keyof Counts) => [...table.values()].reduce((total, counts) => total + counts[name], 0)

  for (let number = 0; number < edits; number += 1) {
    const kind = turns[number % turns.length] ?? ''
    const file = pick(files.filter((name) => nameOf(name) === kind))
    const { fields, body } = partsOf(file, readBytes(content).get(file))
    const drawn: Drawn = { file, fields, body, action: draw(listActions(getTypeSchema(kind), fields, body), kind) }
    const row = rowOf(drawn.action)
    const counts = table.get(row) ?? (Object.fromEntries(COLUMNS.map((name) => [name, 0])) as Counts)
    table.set(row, counts)
    counts.tried += 1
    const edit = `${number} ${file} · ${drawn.action.path.join('.')}: ${row}`
    try {
      const { end, how, reason, faults, isUndone, isRedone } = await tryAction(
        { person, content, random, look, known },
        drawn,
      )
      counts[end] += 1
      if (isUndone) counts.undone += 1
      if (isRedone) counts.redone += 1
      counts.faults += faults.length
      if (reason) print(`  ${edit} (${how})\n      ${reason}`)
      for (const fault of faults) print(`✗ ${edit} (${how})\n      ${fault}`)
    } catch (error) {
      counts.faults += 1
      print(`✗ ${edit}\n      ${(error as Error).stack}`)
      await page.goto(dev.site)
      await hydrated(page)
      await person.settle(0)
    }
    if (number % 50 === 49) print(`${number + 1} edits, ${sum('faults')} faults`)
  }

  print(`\n | ${COLUMNS.join(' | ')}`)
  for (const [row, counts] of [...table].sort()) print([row, ...COLUMNS.map((name) => counts[name])].join(' | '))
  print(['all', ...COLUMNS.map(sum)].join(' | '))
  print(kinds.map((kind) => `${kind}: ${countPlaces(kind)} fields`).join(', '))
  return sum('faults')
}
