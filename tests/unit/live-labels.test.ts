import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import { createPageView, createSiteView } from '@northshelf/site/site/views.ts'
import { afterAll, expect, it } from 'vitest'
import { composePage } from '../../src/site/compose.tsx'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

async function labelsOf(content: Content | undefined, page: string) {
  const [route] = content ? listRoutes(content).filter(({ path }) => path === page) : []
  if (!content || !route) throw new Error(`There is no page ${page}`)
  return (await composePage(createPageView(route, content), createSiteView(content))).site.labels
}

it('only pages with a form that accepts files contain the labels for files', async () => {
  const { content } = await harbor.load()
  expect(await labelsOf(content, '/careers/listing-keeper')).toHaveProperty('removeFile')
  expect(await labelsOf(content, '/contact')).not.toHaveProperty('removeFile')
})

it('only pages with a form that has steps contain the labels for steps', async () => {
  const { content } = await harbor.edit('forms/contact.yaml', 'groups:', 'steps: true\ngroups:')
  expect(await labelsOf(content, '/contact')).toMatchObject({ stepNext: 'Next', stepBack: 'Back' })
  expect(await labelsOf(content, '/careers/listing-keeper')).not.toHaveProperty('stepNext')
})
