import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentEdit } from '../../cli/editor/changes/change-set.ts'
import { describeEdit } from '../../cli/editor/changes/describe-edit.ts'
import { dryRunEdits } from '../../cli/editor/changes/dry-run-edits.ts'
import { checkSaved, type SavedContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'

const root = mkdtempSync(path.join(tmpdir(), 'descriptions-'))
const folder = path.join(root, 'content')
let saved: SavedContent
beforeAll(async () => {
  for (const site of ['harbor', 'harbor-german'])
    cpSync(path.join(projectRoot, 'tests', 'sites', site), folder, { recursive: true })
  saved = await checkSaved(folder)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const HOME = 'content/pages/home.yaml'
const TITLE = 'Marketplace management for small brands'
const set = (file: string, at: (string | number)[], value: unknown): ContentEdit => ({
  ...{ kind: 'set', file, path: at, value },
})

/** Describes edits that are applied one after the other. */
const describeAll = async (...edits: ContentEdit[]) => (await dryRunEdits(saved, edits)).descriptions

describe('an edit in the words of the people who edit the site', () => {
  it('has the title of its page, and the labels of its section and field', async () => {
    expect(
      await describeAll(
        set(HOME, ['sections', 0, 'heading'], 'A calm hand.'),
        set(HOME, ['sections', 0, 'actions', 0, 'label'], 'Call us'),
        { kind: 'move', file: HOME, path: ['sections', 0, 'actions', 0], to: 1 },
        { kind: 'move', file: HOME, path: ['sections', 0], to: 1 },
        set(HOME, ['sections', 1, 'heading'], 'A calmer hand.'),
        { kind: 'remove', file: HOME, path: ['sections', 1, 'actions', 0] },
        set('content/facts.yaml', ['reply-time'], 'a day'),
      ),
    ).toEqual([
      `${TITLE} · Hero · Heading: A steady hand on your marketplace. → A calm hand.`,
      `${TITLE} · Hero · Actions · 1 · Label: Hail the crew → Call us`,
      `${TITLE} · Hero · Actions · 1: moved from position 1 to 2`,
      `${TITLE} · Hero: moved from position 1 to 2`,
      `${TITLE} · Hero · Heading: A calm hand. → A calmer hand.`,
      `${TITLE} · Hero · Actions · 1: removed What we do`,
      expect.stringMatching(/^Facts · reply-time: .* → a day$/),
    ])
  })

  it('names the language of a translation', async () => {
    expect(await describeAll(set('content/pages/careers.de.yaml', ['texts', 0, 'to'], 'Crew: Kojen'))).toEqual([
      'Crew: open berths in Portland and remote (German) · Texts · 1 · To: Crew: freie Kojen in Portland und ortsunabhängig → Crew: Kojen',
    ])
  })

  it('has the titles of new and deleted files', async () => {
    const person = 'name: Ines Quay\nrole: Keeper of rafts\n'
    expect(
      await describeAll(
        { kind: 'create', file: 'content/people/ines-quay.yaml', text: person },
        set('content/people/ines-quay.yaml', ['role'], 'Keeper of piers'),
        { kind: 'delete', file: 'content/people/silas-pine.yaml' },
        set('content/people/nobody.yaml', ['role'], 'None'),
      ),
    ).toEqual([
      'Ines Quay: added',
      'Ines Quay · Role: Keeper of rafts → Keeper of piers',
      'Silas Pine: deleted',
      'nobody.yaml · Role: None',
    ])
  })
})

it('an edit of a long text shows where it begins to differ, without control characters', () => {
  const start = 'The same words at the beginning of a text that is much longer than a line of a list. '
  const edit = { ...set(HOME, ['description'], `${start}New\u0007end`), was: `${start}Old end` } as ContentEdit
  expect(describeEdit(edit)).toBe(
    `${HOME} description: …n a line of a list. Old end → …n a line of a list. New\uFFFDend`,
  )
})
