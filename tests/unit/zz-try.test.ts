import { it } from 'vitest'
import { loadContent } from '../../cli/content/load.ts'
import { createMarkdown } from '../../cli/content/markdown.ts'
import { createSnapshot } from '../../cli/dev/snapshot.ts'
import { markContent } from '../../cli/edit/mark-content.ts'
import { hasMarks, withoutMarks } from '../../cli/edit/marks.ts'
import { createDocumentRenderer } from '../../src/site/document.tsx'

it('x', async () => {
  const { content } = await loadContent('content', createMarkdown())
  const a = createSnapshot(content!),
    b = createSnapshot(markContent(content!))
  const r = (s: any) => createDocumentRenderer({ site: s.site, build: 'x', fonts: { others: [] } as any, scripts: '' })
  const [ra, rb] = [r(a), r(b)]
  let same = 0
  for (const path of a.paths) {
    const pa = a.page(path)!,
      pb = b.page(path)
    if (!pb) {
      console.log('no page', path)
      continue
    }
    const ha = (await ra({ view: pa.view, meta: pa.meta })).html
    const hbm = (await rb({ view: pb.view, meta: pa.meta })).html
    const hb = withoutMarks(hbm)
    if (ha === hb) {
      same++
      continue
    }
    let i = 0
    while (ha[i] === hb[i]) i++
    console.log(path, hasMarks(hbm), '\nA', ha.slice(i - 60, i + 80), '\nB', hb.slice(i - 60, i + 80))
  }
  console.log('same', same, a.paths.length)
}, 100000)
