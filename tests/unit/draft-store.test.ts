import { describe, expect, it } from 'vitest'
import { createDraftStore } from '../../cli/editor/changes/draft-store.ts'

describe('createDraftStore', () => {
  it('shows the version of a file that was read first, even if another process writes to it', () => {
    let saved = 'a: 1\n'
    const draft = createDraftStore({ read: () => Buffer.from(saved), checkWrite: (file) => file })
    const [file, after] = ['content/a.yaml', Buffer.from('a: 3\n')]
    const before = draft.read(file)
    saved = 'a: 2\n'
    expect(draft.read(file)).toBe(before)
    draft.write([{ file, before, after }])
    expect(draft.read(file)).toBe(after)
    // The safe store compares `before` with the file, and refuses to overwrite the other process's text.
    expect(draft.writes()).toEqual([{ file, before: Buffer.from('a: 1\n'), after }])
  })
})
