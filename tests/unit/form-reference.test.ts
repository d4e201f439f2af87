import { afterAll, describe, expect, it } from 'vitest'
import { renderFormReference } from '../../cli/build/form-reference.ts'
import { listFields } from '../../src/forms/fields.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(harbor.remove)

describe('renderFormReference', () => {
  it('lists every form with its address, and every field with its kind and limits', async () => {
    const { content } = await harbor.load()
    if (!content) throw new Error('the content has errors')
    const [, ...sections] = renderFormReference(content).split('\n## ')
    expect(sections).toHaveLength(content.forms.length)
    for (const [index, form] of content.forms.entries()) {
      const [title, , first, , , , ...rows] = (sections[index] ?? '').trimEnd().split('\n')
      expect(title).toBe(form.formType)
      expect(first).toContain(`\`POST /functions/v1/${form.endpoint}\``)
      const fields = listFields(form).map(({ name, kind }) => [name, kind])
      expect(rows.map((row) => [row.split('`')[1], row.split(' | ')[2]])).toEqual(fields)
    }
    const [contact = '', resume = ''] = sections
    expect(contact).toContain('Sent with every submission: `formType`: contact.')
    expect(contact).toContain('| `channel` | Where do you sell? | select |  | amazon, walmart, both |')
    expect(resume).toContain('| `resume` | Your resume | file |  | pdf, docx; at most 5 MB |')
  })

  it('marks required fields that are required only if they are asked', async () => {
    const { content } = await harbor.edit(
      'forms/contact.yaml',
      'message\n',
      'message\n        when: { field: channel, is: [amazon] }\n',
    )
    if (!content) throw new Error('the content has errors')
    expect(renderFormReference(content)).toContain('| `message` | What is on your mind? | textarea | if asked |')
  })

  it('escapes the separator of table cells in labels', async () => {
    const { content } = await harbor.edit('forms/contact.yaml', 'What should we call you?', 'Name | nickname')
    if (!content) throw new Error('the content has errors')
    expect(renderFormReference(content)).toContain('| `name` | Name \\| nickname | text | yes |')
  })
})
