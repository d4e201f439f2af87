import { listRoutes } from '@northshelf/site/routes.ts'
import { createPageView, createSiteView } from '@northshelf/site/site/views.ts'
import { afterAll, expect, it } from 'vitest'
import { composePage } from '../../src/site/compose.tsx'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

it('only pages with a form that accepts files contain the labels for files', async () => {
  const { content } = await harbor.load()
  if (!content) throw new Error('The content has errors')
  const labelsOf = async (page: string) => {
    const [route] = listRoutes(content).filter(({ path }) => path === page)
    if (!route) throw new Error(`There is no page ${page}`)
    return (await composePage(createPageView(route, content), createSiteView(content))).site.labels
  }
  expect(await labelsOf('/careers/listing-keeper')).toHaveProperty('removeFile')
  expect(await labelsOf('/contact')).not.toHaveProperty('removeFile')
})
