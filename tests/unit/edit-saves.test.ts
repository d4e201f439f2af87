import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openContentFolder } from '../../cli/content/content-files.ts'
import type { ValuePath } from '../../cli/content/yaml/source.ts'
import { ApiError, describeError } from '../../cli/editor/browser/session.ts'
import { applyFileChanges, getTypeSchema, readEntry } from '../../cli/editor/files/entry.ts'
import { createSaveQueue } from '../../cli/editor/files/save-queue.ts'
import { checkSaved } from '../../cli/engine/load.ts'
import { createNodeSample } from '../../cli/scaffold/new/draft.ts'
import { readKnownNames } from '../../cli/scaffold/schema/known-names.ts'
import type { SchemaNode } from '../../cli/scaffold/schema/node.ts'
import { agency } from '../agency.ts'
import { listActions } from '../chaos/clicks/list-actions.ts'
import { trySaves } from '../chaos/edits/try-saves.ts'

const ARTICLE = 'content/blog/one.md'
const change = (text: string, ...changes: Parameters<typeof applyFileChanges>[2]) =>
  applyFileChanges(ARTICLE, Buffer.from(text), changes).toString('utf8')

describe('applyFileChanges', () => {
  it('preserves the byte order mark, line endings and body of an article', () => {
    expect(
      change('\uFEFF---\r\ntitle: One\r\n---\r\n\r\nText\r\n\r\n---\r\n\r\nMore', {
        kind: 'set',
        path: ['title'],
        value: 'Two',
      }),
    ).toBe('\uFEFF---\r\ntitle: Two\r\n---\r\n\r\nText\r\n\r\n---\r\n\r\nMore')
  })

  it('preserves the front matter when the body changes', () => {
    expect(change('---\r\ntitle: One # c\r\n---\r\n\r\nText', { kind: 'body', text: '\nA\n\n---\n\nB\n' })).toBe(
      '---\r\ntitle: One # c\r\n---\r\n\r\nA\r\n\r\n---\r\n\r\nB\r\n',
    )
  })

  it('starts the body on a new line if the file ends with its front matter', () => {
    expect(change('---\ntitle: One\n---', { kind: 'body', text: 'Text' })).toBe('---\ntitle: One\n---\nText')
  })

  it('applies several changes in order', () => {
    expect(
      change(
        '---\ntitle: One\n---\nText\n',
        { kind: 'set', path: ['title'], value: 'Two' },
        { kind: 'body', text: 'B\n' },
      ),
    ).toBe('---\ntitle: Two\n---\nB\n')
  })

  it('rejects unterminated front matter', () => {
    expect(() => readEntry(ARTICLE, Buffer.from('---\ntitle: One\n'))).toThrow(/the front matter is never closed/)
  })
})

describe('dryRun', () => {
  it('accepts a file that starts with a byte order mark', async () => {
    const file = 'tests/sites/harbor/blog/ceilings-for-ads.md'
    const texts = new Map([[file.replace('tests/sites/', ''), `\uFEFF${readFileSync(file, 'utf8')}`]])
    const { dryRun } = await checkSaved('tests/sites/harbor')
    const { problems } = await dryRun(texts)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('undo', () => {
  it('discards the oldest steps if the memory limit is exceeded, but always keeps the latest step', async () => {
    const disk = { async write() {} }
    const saves = createSaveQueue(disk, { undoBytes: 50 })
    const put = (name: string, bytes: number) =>
      saves.put(() => {
        return { name, files: [{ file: 'content/images/a.png', before: undefined, after: Buffer.alloc(bytes) }] }
      })
    for (const name of ['first', 'second', 'third']) await put(name, 20)
    expect((await saves.step('undo')).undo).toBe('second')
    expect((await saves.step('undo')).undo).toBeUndefined()
    expect((await put('large', 60)).undo).toBe('large')
  })
})

describe('describeError', () => {
  const problem = (name: string, path: ValuePath) => ({
    file: `content/${name}`,
    path,
    rule: 'r',
    message: 'Bad',
    help: undefined,
  })

  it('includes the location of each problem, except for problems in the edited field', () => {
    const problems = [problem('a.yaml', ['rows', 1]), problem('a.yaml', ['sum']), problem('b.md', [])]
    expect(describeError(new ApiError({ message: 'Bad', problems }), { file: 'content/a.yaml', path: ['rows'] })).toBe(
      'Bad\na.yaml · sum: Bad\nb.md: Bad\nCorrect the other value as well. The editor then saves both.',
    )
  })

  it('omits the location of a problem in the group of fields that contains the edited field', () => {
    const problems = [problem('a.yaml', ['rows']), problem('a.yaml', [])]
    const edited = { file: 'content/a.yaml', path: ['rows', 1, 'label'] }
    expect(describeError(new ApiError({ message: 'Bad', problems }), edited)).toBe('Bad')
  })
})

describe('createNodeSample', () => {
  it('returns an initial value for every group and list in the agency', () => {
    const options = { slug: '', today: '2026-01-31', slugs: readKnownNames(openContentFolder(agency)) }
    const roots = new Map<string, SchemaNode>()
    for (const file of readdirSync(agency, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:yaml|md)$/.test(file) || file === 'README.md') continue
      const { kind, fields } = readEntry(`content/${file}`, readFileSync(path.join(agency, file)))
      const root = roots.get(kind) ?? getTypeSchema(kind)
      roots.set(kind, root)
      for (const { act, path: place, node, shape } of listActions(root, fields, undefined)) {
        const at = place.at(-1)
        const own = typeof at === 'number' ? node.items : node
        if (act === 'add' && own) expect(createNodeSample(`${at}`, own, root, options, shape)).not.toBeNull()
      }
    }
  })
})

describe('random saves', () => {
  it('either change one valid value or change nothing, and undo restores every byte', async () => {
    const { faults, saved, refused, undone } = await trySaves('tests/sites/harbor', 60, 16)
    expect(faults).toEqual([])
    for (const count of [saved, refused, undone]) expect(count).toBeGreaterThan(0)
  })
})
