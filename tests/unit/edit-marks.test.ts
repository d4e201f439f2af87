import { describe, expect, it } from 'vitest'
import { createSnapshot, type Snapshot } from '../../cli/dev/snapshot.ts'
import { hasMarks, removeMarks } from '../../cli/dev/source-marks.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { createDocumentRenderer } from '../../src/site/document.tsx'
import { agency } from '../agency.ts'

describe('the marks that the editor adds to pages', () => {
  it('can be removed, which restores the original HTML of every page', async () => {
    const { content } = await loadContent(agency)
    if (!content) throw new Error('the agency has errors')
    const plain = createSnapshot(content)
    const marked = plain.marked()
    const fonts = { heading: undefined, others: [] }
    const renderer = (snapshot: Snapshot) =>
      createDocumentRenderer({ site: snapshot.siteOf('/'), build: 'test', fonts: fonts as never, scripts: '' })
    const [render, renderMarked] = [renderer(plain), renderer(marked)]
    const changed: string[] = []
    for (const path of plain.paths) {
      const [page, other] = [plain.page(path), marked.page(path)]
      if (!page || !other) throw new Error(`${path} has no page`)
      const { html } = await render(page)
      const made = await renderMarked({ view: other.view, meta: page.meta })
      expect(hasMarks(made.html)).toBe(true)
      if (removeMarks(made.html) !== html) changed.push(path)
    }
    expect(changed).toEqual([])
  })
})
