import { describe, expect, it } from 'vitest'
import { changeFile, readEntry } from '../../cli/edit/entry.ts'
import { trySaves } from '../../scripts/bench/edits/try-saves.ts'

const ARTICLE = 'content/blog/one.md'
const change = (text: string, ...changes: Parameters<typeof changeFile>[2]) =>
  changeFile(ARTICLE, Buffer.from(text), changes).toString('utf8')

describe('an article', () => {
  it('keeps its byte order mark, its line ends and what stands under its fields', () => {
    expect(
      change('\uFEFF---\r\ntitle: One\r\n---\r\n\r\nText\r\n\r\n---\r\n\r\nMore', {
        kind: 'set',
        path: ['title'],
        value: 'Two',
      }),
    ).toBe('\uFEFF---\r\ntitle: Two\r\n---\r\n\r\nText\r\n\r\n---\r\n\r\nMore')
  })

  it('keeps its fields when its text is another', () => {
    expect(change('---\r\ntitle: One # c\r\n---\r\n\r\nText', { kind: 'body', text: '\nA\n\n---\n\nB\n' })).toBe(
      '---\r\ntitle: One # c\r\n---\r\n\r\nA\r\n\r\n---\r\n\r\nB\r\n',
    )
  })

  it('that ends with its fields gets a line for its text', () => {
    expect(change('---\ntitle: One\n---', { kind: 'body', text: 'Text' })).toBe('---\ntitle: One\n---\nText')
  })

  it('takes changes one after another', () => {
    expect(
      change(
        '---\ntitle: One\n---\nText\n',
        { kind: 'set', path: ['title'], value: 'Two' },
        { kind: 'body', text: 'B\n' },
      ),
    ).toBe('---\ntitle: Two\n---\nB\n')
  })

  it('with fields that have no end is refused', () => {
    expect(() => readEntry(ARTICLE, Buffer.from('---\ntitle: One\n'))).toThrow(/the front matter has no end/)
  })
})

describe('saves that are drawn', () => {
  it('change one value, which the check takes, or nothing; undone, all is the same to the byte', async () => {
    const seed = Number(process.env.EDITS_SEED ?? Math.floor(Math.random() * 2 ** 32))
    const { faults, saved, refused, undone } = await trySaves('tests/sites/harbor', 60, seed)
    expect(faults, `EDITS_SEED=${seed}`).toEqual([])
    for (const count of [saved, refused, undone]) expect(count, `EDITS_SEED=${seed}`).toBeGreaterThan(0)
  })
})
