import { afterAll, describe, expect, it } from 'vitest'
import { indexContractsByType } from '../../cli/build/relay.ts'
import { checkValues } from '../../relay/intake/validate-submission.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { resolveFormContract } from '../../src/sections/entry-views.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const FIELDS = `
  - fields:
      - { kind: text, name: name, label: Your name, required: true }
      - { kind: email, name: email, label: Email, required: true, messages: { required: Where can we reply? } }
      - { kind: email, name: other, label: Other email }
      - { kind: url, name: site, label: Website }
      - { kind: select, name: size, label: Size, placeholder: Choose, required: true, options: [{ value: a, label: A }, { value: b, label: B }] }
`

async function loadContent() {
  const { content, problems } = await harbor.edit('forms/contact.yaml', /(?<=^groups:)\n(?: .*\n|\n)+/m, FIELDS)
  if (!content) throw new Error(JSON.stringify(problems))
  return content
}

describe('a field without messages', () => {
  it('uses the default messages of its type in the relay, never its label', async () => {
    const contract = indexContractsByType(await loadContent()).contact as Contract
    const problems = checkValues(contract, { name: '', email: '', other: 'nobody', site: 'nowhere', size: 'c' })
    expect(Object.fromEntries(problems.map(({ field, detail }) => [field, detail]))).toEqual({
      name: 'Please fill in this field.',
      email: 'Where can we reply?',
      other: 'Please enter an email address, such as name@example.com.',
      site: 'Please enter a web address, such as www.example.com.',
      size: expect.stringMatching(/^Please /),
    })
  })

  it('uses the labels in site.yaml, if they are set', async () => {
    const { content } = await harbor.edit('site.yaml', /^labels:\n/m, 'labels:\n  choiceMissing: Bitte wählen.\n')
    const { groups } = content ? (indexContractsByType(content).contact as Contract) : { groups: [] }
    expect(JSON.stringify(groups)).toContain('Bitte wählen.')
  })

  it('adds only the message for files to pages, because browsers have the others', async () => {
    const content = await loadContent()
    expect(JSON.stringify(resolveFormContract(content, 'contact'))).not.toContain('Please')
    const resume = resolveFormContract(content, 'general-resume')
    const file = resume.groups.flatMap(({ fields }) => fields).find(({ kind }) => kind === 'file')
    expect(file?.messages?.invalid).toBeTruthy()
  })
})

it('only the page of a form with steps contains the labels for steps', async () => {
  const { content } = await harbor.edit('forms/contact.yaml', 'groups:', 'steps: true\ngroups:')
  if (!content) throw new Error('The content has errors')
  const labels = { stepBack: 'Back', stepNext: 'Next', stepProgress: 'Step {n} of {m}' }
  expect(resolveFormContract(content, 'contact')).toMatchObject({ stepLabels: labels })
  expect(resolveFormContract(content, 'job-application')).not.toHaveProperty('stepLabels')
})

it('pages do not contain the texts of emails', async () => {
  const mail = '{ subject: Please confirm, body: Press the button. }'
  const { content } = await harbor.edit(
    'forms/contact.yaml',
    'groups:',
    `optIn: ${mail}\nconfirmation: ${mail}\ngroups:`,
  )
  if (!content) throw new Error('The content has errors')
  expect(JSON.stringify(resolveFormContract(content, 'contact'))).not.toContain('Press the button')
})
