import { z } from 'zod'
import { formatContentChange } from '../diff/formats.ts'
import { ChangeSet, ChangeSetName } from '../editor/changes/change-set.ts'
import { describeEffect } from '../editor/changes/effect.ts'
import { describeProblem } from './answer.ts'
import { createPageTextDiff } from './page-texts.ts'
import { defineTool, offset } from './tool.ts'

/** Number of pages whose text `diff` compares in one call. */
const MAX_PAGES = 20

const changes = ChangeSetName.describe('Name of the changes, such as new-prices')

export const changeTools = [
  defineTool({
    name: 'propose',
    title: 'Propose changes',
    description: `Saves edits under a name, without changing the site. Edits to the same name are added after its earlier edits. If an edit cannot be applied or causes an error, nothing is saved and the result says why.
Edit single values: set, insert, move and remove keep comments and formatting. "path" lists field names and list indexes from 0, such as ["sections", 2, "heading"]. Paths refer to the content after the previous edits. Use "replace" for text in a file with YAML errors. Texts may contain facts such as {brand}.`,
    input: z.strictObject({
      changes,
      title: ChangeSet.shape.title,
      edits: ChangeSet.shape.edits,
      replace: z.boolean().default(false).describe('Whether to replace the earlier edits'),
    }),
    async run({ changes: name, ...input }, { changes, client }) {
      const { problems, files, pages } = await changes.propose(name, { ...input, author: client })
      return { changes: name, warnings: problems.map(describeProblem), files, pages: pages?.map(describePage) }
    },
  }),
  defineTool({
    name: 'diff',
    title: 'Show changes',
    readOnly: true,
    description:
      'Shows what proposed changes would do: edits that cannot be applied, new problems, the changed lines of each file, and the changed values and text of each page.',
    input: z.strictObject({ changes, offset }),
    async run({ changes: name, offset }, { changes }) {
      const result = await changes.dryRun(name)
      const { failures, problems, files, pages = [] } = await describeEffect(result)
      const before = result.before.content
      const after = result.after.content
      const compare = before && after && createPageTextDiff(before, after)
      const described: object[] = pages.map((page) => ({
        ...describePage(page),
        changes: page.causes.map(formatContentChange),
      }))
      for (const [index, { page }] of pages.entries())
        if (compare && index >= offset && index < offset + MAX_PAGES)
          described[index] = { ...described[index], text: await compare(page) }
      const { title, author, approved } = changes.summary(name)
      return {
        changes: name,
        title,
        author,
        approved,
        failures,
        files,
        pages: described,
        problems: problems.map(describeProblem),
        ...(pages.length > offset + MAX_PAGES && {
          note: `For the texts of further pages, call this tool again with offset: ${offset + MAX_PAGES}.`,
        }),
      }
    },
  }),
  defineTool({
    name: 'apply',
    title: 'Apply changes',
    description:
      'Applies proposed changes to the content files, all or none, and removes them from the list. Refused if the content has changed in the same places, if there are new problems, or if a person has to approve the changes first.',
    input: z.strictObject({ changes }),
    async run({ changes: name }, { changes, approvedOnly }) {
      const { files } = await changes.apply(name, { approvedOnly, noWarnings: true })
      return { applied: name, files }
    },
  }),
  defineTool({
    name: 'discard',
    title: 'Discard changes',
    description: 'Deletes proposed changes without applying them.',
    input: z.strictObject({ changes }),
    async run({ changes: name }, { changes }) {
      await changes.discard(name)
      return { discarded: name }
    },
  }),
]

function describePage({ page, change, parts }: { page: string; change: string; parts: readonly string[] }) {
  return { path: page, change, parts }
}
