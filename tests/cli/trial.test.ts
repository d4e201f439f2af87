import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { checkBuiltForms } from '../../cli/audit/check-built.ts'
import { listBuiltForms } from '../../cli/audit/trial/built-forms.ts'
import { type TrialProblem, testForms } from '../../cli/audit/trial/trial.ts'
import { loadContent } from '../../cli/engine/load.ts'
import type { Contract, Field } from '../../src/forms/contract.ts'
import { agency } from '../agency.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'trials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates an output folder with the built pages and a relay with changed forms. */
function outWith(name: string, change: (forms: Record<string, Contract>) => void): string {
  const out = path.join(folder, name)
  cpSync(path.join(inject('out'), 'relay'), path.join(out, 'relay'), { recursive: true })
  symlinkSync(path.join(inject('out'), 'site'), path.join(out, 'site'))
  const file = path.join(out, 'relay', 'forms.json')
  const contracts = JSON.parse(readFileSync(file, 'utf8'))
  change(contracts.forms)
  writeFileSync(file, JSON.stringify(contracts))
  return out
}
function fieldOf(forms: Record<string, Contract>, form: string, name: string): Field {
  const field = forms[form]?.groups.flatMap(({ fields }) => fields).find((one) => one.name === name)
  if (!field) throw new Error(`${form} has no ${name}`)
  return field
}

describe('testForms', () => {
  it('submits every form on the built pages without problems', async () => {
    const shown = listBuiltForms(path.join(inject('out'), 'site'))
    const contracts = Object.keys(
      JSON.parse(readFileSync(path.join(inject('out'), 'relay', 'forms.json'), 'utf8')).forms,
    )
    expect(shown.map(({ contract }) => contract.formType).sort()).toEqual(contracts.sort())
    expect(shown.find(({ contract }) => contract.formType === 'get-started')?.pages).toContain('/get-started')
    const temporary = mkdtempSync(path.join(folder, 'tmp-'))
    vi.stubEnv('TMPDIR', temporary)
    const { problems, posts } = await testForms(inject('out'))
    expect(problems).toEqual([])
    // Each form is sent with all fields and with only the required ones, with and without JavaScript, and once without
    // each required answer.
    expect(posts).toBeGreaterThan(contracts.length * 6)
    expect(readdirSync(temporary)).toEqual([])
    vi.unstubAllEnvs()
  })

  describe('with a relay whose forms differ from the pages', () => {
    let problems: TrialProblem[]
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
      problems = (await testForms(out)).problems
    })

    it.each([
      [
        'accepts a submission without a required answer',
        'contact',
        'a submission without the required answer "message" returns 202',
      ],
      ['discards an answer', 'contact', 'the answer to "brandName" is accepted but not delivered'],
      [
        'does not have a form',
        'brand-plan',
        'a complete submission is rejected: 422 unknown-form (formType is unknown)',
      ],
      [
        'rejects a form that is sent without JavaScript',
        'brand-plan',
        'a complete submission, sent without JavaScript, is rejected: 422',
      ],
      ['rejects a file type', 'job-application', 'a complete submission with trial.docx is rejected: 422'],
      ['expects a file under another name', 'general-resume', 'a complete submission with trial.pdf is rejected: 422'],
      ['overwrites an answer', 'consultation', 'the answer to "name" is accepted but not delivered'],
      ['rejects a slider value', 'distribution-plan', '(monthlyRevenue is invalid)'],
    ])('reports that the relay %s', (_, form, message) => {
      expect(problems.filter(({ formType }) => formType === form).map(({ message }) => message)).toContainEqual(
        expect.stringContaining(message),
      )
    })

    it('reports no problems for an unchanged form', () => {
      expect(new Set(problems.map(({ formType }) => formType)).has('get-started')).toBe(false)
    })
  })
})

describe('site check --built', () => {
  it('reports where in the content each problem is, and detects an outdated build', async () => {
    const { content, texts } = await loadContent(agency)
    if (!content) throw new Error('the content has errors')
    expect(await checkBuiltForms(inject('out'), content, texts)).toEqual([])
    const out = outWith('stale', (forms) => {
      fieldOf(forms, 'contact', 'message').required = false
    })
    const lines = texts.get('agency/forms/contact.yaml')?.split('\n') ?? []
    const at = (text: string) => lines.findIndex((line) => line.includes(text)) + 1
    const problem = { rule: 'form/trial', severity: 'error', file: 'agency/forms/contact.yaml' }
    expect(await checkBuiltForms(out, content, texts)).toMatchObject([
      { ...problem, line: at('formType: contact'), message: expect.stringContaining('current version of this form') },
      { ...problem, line: at('name: message'), message: expect.stringContaining('returns 202') },
    ])
    await expect(checkBuiltForms(folder, content, texts)).rejects.toThrow('site -- build')
  })
})
