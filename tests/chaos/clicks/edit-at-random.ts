import type { Page } from 'playwright-core'
import { describeKind, kindOf } from '../../../cli/editor/server/file-types.ts'
import { hydrated } from '../../behaviour/browser.ts'
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
  /** How the names of the files begin. */
  only: string
  say(text: string): void
  /** What the editor shows now may be a state that axe has not seen. */
  look(): Promise<void>
}

/** Draws something to do in the inspector, has it done, and counts what came of it. @returns how many faults there were */
export async function editAtRandom({ page, dev, random, edits, only, say, look }: Edits): Promise<number> {
  const content = dev.file('.')
  const { pick, draw, countPlaces } = createDraw(random)
  const person = createPerson(page, random)
  const table = new Map<string, Counts>()
  const nameOf = (file: string) => kindOf(`content/${file}`).name
  const files = [...readBytes(content).keys()].filter(
    (name) => /\.(?:yaml|md)$/.test(name) && name !== 'README.md' && name.startsWith(only),
  )
  const kinds = [...new Set(files.map(nameOf))]
  // Pages alone have sections.
  const turns = [...kinds, ...kinds.filter((kind) => kind === 'pages').flatMap((kind) => [kind, kind, kind])]
  const known = await errorsOf(content)
  const sum = (name: keyof Counts) => [...table.values()].reduce((all, one) => all + one[name], 0)

  for (let number = 0; number < edits; number += 1) {
    const kind = turns[number % turns.length] ?? ''
    const file = pick(files.filter((one) => nameOf(one) === kind))
    const { fields, body } = partsOf(file, readBytes(content).get(file))
    const drawn: Drawn = { file, fields, body, action: draw(listActions(describeKind(kind), fields, body), kind) }
    const row = rowOf(drawn.action)
    const counts = table.get(row) ?? (Object.fromEntries(COLUMNS.map((name) => [name, 0])) as Counts)
    table.set(row, counts)
    counts.tried += 1
    const said = `${number} ${file} · ${drawn.action.path.join('.')}: ${row}`
    try {
      const { end, how, reason, faults, isUndone, isRedone } = await tryAction(
        { person, content, random, look, known },
        drawn,
      )
      counts[end] += 1
      if (isUndone) counts.undone += 1
      if (isRedone) counts.redone += 1
      counts.faults += faults.length
      if (reason) say(`  ${said} (${how})\n      ${reason}`)
      for (const fault of faults) say(`✗ ${said} (${how})\n      ${fault}`)
    } catch (error) {
      counts.faults += 1
      say(`✗ ${said}\n      ${(error as Error).stack}`)
      await page.goto(dev.site)
      await hydrated(page)
      await person.answered(0)
    }
    if (number % 50 === 49) say(`${number + 1} edits, ${sum('faults')} faults`)
  }

  say(`\n | ${COLUMNS.join(' | ')}`)
  for (const [row, counts] of [...table].sort()) say([row, ...COLUMNS.map((name) => counts[name])].join(' | '))
  say(['all', ...COLUMNS.map(sum)].join(' | '))
  say(kinds.map((kind) => `${kind}: ${countPlaces(kind)} fields`).join(', '))
  return sum('faults')
}
