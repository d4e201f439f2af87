import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { checkBuilt } from '../../cli/audit/check-built.ts'
import { listShownForms } from '../../cli/audit/trial/shown-forms.ts'
import { type TrialFault, tryForms } from '../../cli/audit/trial/trial.ts'
import { load } from '../../cli/commands/check.ts'
import { defaults } from '../../cli/commands/options.ts'
import type { Contract, Field } from '../../src/forms/contract.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'trials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The built pages with a relay of their own, whose forms are changed. */
function outWith(name: string, change: (forms: Record<string, Contract>) => void): string {
  const out = path.join(folder, name)
  cpSync(path.join(inject('out'), 'relay'), path.join(out, 'relay'), { recursive: true })
  symlinkSync(path.join(inject('out'), 'site'), path.join(out, 'site'))
  const file = path.join(out, 'relay', 'forms.json')
  const book = JSON.parse(readFileSync(file, 'utf8'))
  change(book.forms)
  writeFileSync(file, JSON.stringify(book))
  return out
}
function fieldOf(forms: Record<string, Contract>, form: string, name: string): Field {
  const field = forms[form]?.groups.flatMap(({ fields }) => fields).find((one) => one.name === name)
  if (!field) throw new Error(`${form} has no ${name}`)
  return field
}

describe('a trial of the built forms', () => {
  it('finds every form where its pages show it, and nothing to mend in what was built', async () => {
    const shown = listShownForms(path.join(inject('out'), 'site'))
    const contracts = Object.keys(
      JSON.parse(readFileSync(path.join(inject('out'), 'relay', 'forms.json'), 'utf8')).forms,
    )
    expect(shown.map(({ contract }) => contract.formType).sort()).toEqual(contracts.sort())
    expect(shown.find(({ contract }) => contract.formType === 'get-started')?.pages).toContain('/get-started')
    const temporary = mkdtempSync(path.join(folder, 'tmp-'))
    vi.stubEnv('TMPDIR', temporary)
    const { faults, posts } = await tryForms(inject('out'))
    expect(faults).toEqual([])
    // Whole and least, each with and without scripting, and once without each required answer.
    expect(posts).toBeGreaterThan(contracts.length * 6)
    expect(readdirSync(temporary)).toEqual([])
    vi.unstubAllEnvs()
  })

  describe('with a relay that knows other forms', () => {
    let faults: TrialFault[]
    beforeAll(async () => {
      const out = outWith('other', (forms) => {
        fieldOf(forms, 'contact', 'message').required = false
        fieldOf(forms, 'contact', 'brandName').name = 'brand'
        delete forms['brand-plan']
        const resume = fieldOf(forms, 'job-application', 'resume')
        if (resume.kind === 'file') resume.extensions = ['pdf']
        fieldOf(forms, 'general-resume', 'resume').name = 'curriculum'
        Object.assign(forms.consultation?.fixed ?? {}, { name: 'Bob' })
        const revenue = fieldOf(forms, 'distribution-plan', 'monthlyRevenue')
        if (revenue.kind === 'slider') revenue.min = 60_000
      })
      faults = (await tryForms(out)).faults
    })

    it.each([
      [
        'takes a post without what must be answered',
        'contact',
        'a post without "message", which must be answered, gets 202',
      ],
      ['takes an answer and drops it', 'contact', 'what is entered in "brandName" is taken and does not arrive'],
      ['does not know a form', 'brand-plan', 'a complete post is refused: 422 unknown-form (formType is unknown)'],
      [
        'refuses it without scripting as well',
        'brand-plan',
        'a complete post, sent without scripting, is refused: 422',
      ],
      ['refuses a kind of file', 'job-application', 'a complete post with trial.docx is refused: 422'],
      ['knows a file by another name', 'general-resume', 'a complete post with trial.pdf is refused: 422'],
      ['overwrites an answer', 'consultation', 'what is entered in "name" is taken and does not arrive'],
      ['refuses where a slider stands', 'distribution-plan', '(monthlyRevenue is invalid)'],
    ])('finds one that %s', (_, form, message) => {
      expect(faults.filter(({ formType }) => formType === form).map((fault) => fault.message)).toContainEqual(
        expect.stringContaining(message),
      )
    })

    it('blames no form that is as it was', () => {
      expect(new Set(faults.map(({ formType }) => formType)).has('get-started')).toBe(false)
    })
  })
})

describe('site check --built', () => {
  it('tells what is wrong at its place in the content, and that the build is of an older one', async () => {
    const { content, texts } = await load(defaults.content)
    if (!content) throw new Error('the content is bad')
    expect(await checkBuilt(inject('out'), content, texts)).toEqual([])
    const out = outWith('stale', (forms) => {
      fieldOf(forms, 'contact', 'message').required = false
    })
    const lines = texts.get('content/forms/contact.yaml')?.split('\n') ?? []
    const at = (text: string) => lines.findIndex((line) => line.includes(text)) + 1
    const problem = { rule: 'form/trial', severity: 'error', file: 'content/forms/contact.yaml' }
    expect(await checkBuilt(out, content, texts)).toMatchObject([
      { ...problem, line: at('formType: contact'), message: expect.stringContaining('as it was before') },
      { ...problem, line: at('name: message'), message: expect.stringContaining('gets 202') },
    ])
    await expect(checkBuilt(folder, content, texts)).rejects.toThrow('site -- build')
  })
})
