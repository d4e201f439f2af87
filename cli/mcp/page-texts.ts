import type { Content } from '@northshelf/site/collections/content.ts'
import { createRendererFactory, listPages } from '../diff/compare-contents.ts'
import { diffTexts } from '../editor/changes/effect.ts'
import { createPageParser, splitPageHtml } from '../rules/page/shown-page.ts'

/** Returns a function that compares the visible text of a page before and after a change, as a diff. */
export function createPageTextDiff(before: Content, after: Content): (page: string) => Promise<string> {
  const renderOf = createRendererFactory()
  const parse = createPageParser()
  const [readOld, readNow] = [before, after].map((content) => {
    const files = listPages(content)
    const render = renderOf(content)
    return async (page: string) => {
      const file = files.get(page)?.()
      return file ? parse(splitPageHtml(await render(file)).main).texts.join('\n') : ''
    }
  }) as [(page: string) => Promise<string>, (page: string) => Promise<string>]
  return async (page) => diffTexts(await readOld(page), await readNow(page))
}
