import { afterAll, describe, expect, it } from 'vitest'
import { listFeeds } from '../../src/site/meta.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const without = async (part: RegExp) => {
  const { problems, content } = await harbor.edit('site.yaml', part, '')
  return { messages: problems.map(({ file, rule, message }) => `${file} ${rule} ${message}`), content }
}

describe('an optional part of site.yaml', () => {
  it('is required if content uses it', async () => {
    expect((await without(/^job:\n(?: .*\n)+/m)).messages).toEqual([
      'harbor/site.yaml schema/missing "job" is missing, but files in jobs require it',
    ])
    expect((await without(/^ {2}insights:\n(?: {4}.*\n)+/m)).messages).toEqual([
      'harbor/site.yaml schema/missing "article.insights" is missing, but files in insights require it',
    ])
    expect((await without(/^scheduling:\n(?: .*\n)+/m)).messages).toEqual(
      Array(3).fill(
        'harbor/site.yaml schema/missing a dialog without a form shows the calendar, but "scheduling" is missing',
      ),
    )
    expect((await without(/^ {2}resume:\n(?: {4}.*\n)+/m)).messages).toEqual([
      'harbor/pages/careers.yaml ref/unknown-slug dialogs has no "resume"',
    ])
  })

  it('may be omitted if no content uses it (for example, no feeds are built without article settings)', async () => {
    const { problems, content } = await harbor.check(() => {})
    expect(problems).toEqual([])
    expect(content && listFeeds(content).map(({ path }) => path)).toEqual(['/blog/feed.xml', '/insights/feed.xml'])
    if (content) content.site.article = undefined
    expect(content && listFeeds(content)).toEqual([])
    expect((await without(/^help:\n(?: .*\n)+/m)).messages).toEqual([])
  })
})
