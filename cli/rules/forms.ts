import { forms as formCollection } from '@northshelf/site/collections/form.ts'
import { jobs } from '@northshelf/site/collections/job.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { listOpenedDialogs } from '../content/addresses.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { listReferences } from '../content/schema/walk-schema.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../diagnostics/problem.ts'
import { JOB_FORM_VALUE_NAMES, listFormProblems } from './helpers/form-problems.ts'
import { defineRules } from './rule.ts'

interface Form {
  file: ParsedFile
  contract: Contract
}

export const formRules = defineRules({
  'form/console': {
    means: 'A form only logs submissions to the browser console.',
    matters: 'Every submission is lost.',
    bad: 'delivery: console',
    good: 'delivery: relay',
    fix: 'Write "delivery: relay". This is only a warning, because it may be intended in a demo.',
  },
  'form/lost': {
    means: 'Some values that visitors enter would never arrive, although the form reports success.',
    matters: 'You would lose leads without noticing.',
    bad: 'fixed: { name: Website }\n… name: name   # replaced by the fixed value',
    good: 'fixed: { form: Website }\n… name: name',
    fix: 'Follow the suggestion in the message. Names under fixed and given are sent with every submission, so no field may have the same name.',
  },
  'form/refused': {
    means: 'The relay would reject some or all submissions of a form, whatever visitors enter.',
    matters: 'Visitors see an error message and leave.',
    bad: 'given: [campaign]   # no page provides it',
    good: 'fixed: { campaign: spring }',
    fix: 'Follow the suggestion in the message. Only job pages provide values: jobTitle and jobDepartment.',
  },
  'form/range': {
    means:
      'The limits of a number, slider or date field contradict each other, or a slider cannot stop at one of its values.',
    matters: 'Visitors cannot answer, or browsers change the value.',
    bad: 'min: 0\nmax: 1000\nstep: 300\ndefault: 1200',
    good: 'min: 0\nmax: 1200\nstep: 300\ndefault: 600',
    fix: 'Follow the suggestion in the message. The values of a slider start at min and increase by step.',
  },
  'form/same-label': {
    means: 'Two choices of a field have the same label.',
    matters: 'Visitors cannot tell them apart, and neither can you in the email.',
    bad: 'options: [{ value: am, label: Monday }, { value: pm, label: Monday }]',
    good: 'options: [{ value: am, label: Monday morning }, { value: pm, label: Monday afternoon }]',
    fix: 'Give one of them a different label.',
  },
  'form/hint': {
    means: 'The text of a file field mentions a different size than its limit.',
    matters: 'Visitors choose files that are rejected, or leave out files that would be accepted.',
    bad: 'hint: PDF, up to 10 MB\nmaxMegabytes: 5',
    good: 'hint: PDF, up to 5 MB\nmaxMegabytes: 5',
    fix: 'Write the same size in both places.',
  },
  'form/unknown-field': {
    means: 'A condition, or the recipient of the email, depends on a field or an option that the form does not have.',
    matters: 'The condition can never hold, so the question is never asked; the email has no recipient.',
    bad: 'when: { field: vist, is: [first] }',
    good: 'when: { field: visit, is: [first] }',
    fix: 'Name an existing field that has options, and existing values of these options. The field of a condition must be above it.',
  },
  'form/steps': {
    means: 'A form with steps has only one step, or a step has no name.',
    matters: 'Visitors see the names of the steps as their progress.',
    bad: 'steps: true\ngroups:\n  - fields: …',
    good: 'steps: true\ngroups:\n  - title: Your pet\n    fields: …\n  - title: Your visit\n    fields: …',
    fix: 'Give each group a title, or remove "steps".',
  },
  'form/repeated': {
    means: 'A page shows the same form twice, or shows it and opens it in a dialog.',
    matters: 'Labels would refer to the fields of the other copy.',
    bad: '- { type: form, heading: Ask us, form: contact }   # twice on one page',
    good: "- { label: Ask us, to: '#ask' }",
    fix: 'Show the form once, and link buttons to it.',
  },
  'form/expired': {
    means: 'The last day of a date field is in the past, or before the first day that visitors can choose today.',
    matters: 'Visitors can choose only days in the past, or no day at all.',
    bad: '- { kind: date, name: start, label: Start, max: 2024-12-31 }',
    good: '- { kind: date, name: start, label: Start, min: today + 2, max: today + 90 }',
    fix: 'Write a later day, or one that depends on the current day, such as "today + 90" or "today - 18 years".',
    dependsOnToday: true,
  },
  'form/empty': {
    means: 'A form, or a step of it, has no required fields.',
    matters: 'Visitors can send an empty form, and you would not know who to reply to.',
    bad: '- { kind: email, name: email, label: Email }',
    good: '- { kind: email, name: email, label: Email, required: true }',
    fix: 'Add "required: true" to the fields that you need for a reply.',
  },
  'form/unconfirmed': {
    means: 'A form has a confirmation email, or a consent with confirm, but no email field.',
    matters: 'The confirmation cannot be sent.',
    bad: 'confirmation: { subject: We have it, body: We answer soon. }   # and no field of kind email',
    good: 'confirmation: { subject: We have it, body: We answer soon. }\n… kind: email',
    fix: 'Add a field of kind email, or remove confirmation and confirm.',
  },
  'form/identity': {
    means:
      'The relay cannot identify a form: submit-application receives no form type, so another value must identify it.',
    matters: 'The relay rejects every submission, or treats it as one from another form and loses its fields.',
    bad: 'endpoint: submit-application   # and nothing else',
    good: 'endpoint: submit-application\nfixed: { job_title: Internship }',
    fix: 'Give it a value under fixed that no other form sends. The application form is identified by given: [jobTitle, jobDepartment].',
  },
}).inFolder(({ files, edition: { today } }) => {
  const all = files.filter((file) => file.collection === formCollection)
  const valid = all.flatMap((file) => (file.valid ? [{ file, contract: file.valid as Contract }] : []))
  return [
    ...all.flatMap(warnAboutConsole),
    ...valid.flatMap(({ file, contract }) =>
      listFormProblems(contract, today).map(({ path, part, ...details }) =>
        createProblemAt(file, file.source?.range(path, part) ?? [0, 1], details),
      ),
    ),
    ...checkFormsAreIdentifiable(valid),
    ...checkFormPages(files, new Map(valid.map(({ file, contract }) => [file.slug, contract]))),
  ]
})

function warnAboutConsole({ source, data }: ParsedFile): Problem[] {
  const delivery = (data as { delivery?: unknown } | undefined)?.delivery
  if (!source || delivery !== 'console') return []
  const message = 'this form only logs to the console: submissions are lost'
  const help = 'Write "delivery: relay" to deliver them.'
  const range = source.range(['delivery'])
  return [createProblemAt(source, range, { rule: 'form/console', severity: 'warning', message, help })]
}

/** Checks that `fixed` and `given` values identify every form whose submissions do not include its type. */
function checkFormsAreIdentifiable(forms: readonly Form[]): Problem[] {
  const rangeOf = ({ file }: Form, name: string): Range =>
    file.source?.range([name], name === 'fixed' ? 'key' : 'value') ?? [0, 1]
  const applications = forms.filter(({ contract }) => contract.endpoint === 'submit-application')
  return applications.flatMap((form, index): Problem[] => {
    const { file, contract } = form
    const rule = 'form/identity'
    const help = `Give it a value that no other form sends, such as "fixed: { form: ${contract.formType} }".`
    const own = Object.keys(contract.fixed).length > 0 ? 'fixed' : contract.given.length > 0 ? 'given' : undefined
    if (!own) {
      const message = `"${contract.endpoint}" receives no form type, so the relay cannot identify this form and rejects every submission`
      const more = `${help} The application form has "given: [jobTitle, jobDepartment]".`
      return [createProblemAt(file, rangeOf(form, 'endpoint'), { rule, message, help: more })]
    }
    const other = applications
      .slice(0, index)
      .find((earlier) => mayMatch(contract, earlier.contract) || mayMatch(earlier.contract, contract))
    if (!other) return []
    const message = `the relay cannot distinguish this form from "${other.contract.formType}"`
    const related = [createRelatedLocation(other.file, rangeOf(other, 'formType'), 'the other form')]
    return [createProblemAt(file, rangeOf(form, own), { rule, message, help, related })]
  })
}

/** Reports whether a submission of the form `sent` may contain all values that identify `other`. */
function mayMatch(sent: Contract, other: Contract): boolean {
  const open = new Set([...listFields(sent).map(({ name }) => name), ...sent.given])
  const fixed = Object.entries(other.fixed)
  return (
    fixed.length + other.given.length > 0 &&
    fixed.every(([name, value]) => open.has(name) || sent.fixed[name] === value) &&
    other.given.every((name) => open.has(name) || Object.hasOwn(sent.fixed, name))
  )
}

/** Checks that pages provide the `given` values of their forms, and that no page shows the same form twice. */
function checkFormPages(files: readonly ParsedFile[], forms: ReadonlyMap<string, Contract>): Problem[] {
  const site = findSingleFile(files, 'site')
  const { dialogs } = (site?.data ?? {}) as Partial<Site>
  const hasJobs = files.some(({ collection }) => collection === jobs)
  return files.flatMap((file) => {
    const { source } = file
    const shown = listReferences(file).filter(({ collection }) => collection === formCollection.name)
    if (!source || shown.length === 0) return []
    // Include forms in dialogs that the page opens.
    const here = new Set(
      file === site ? [] : listOpenedDialogs(file.data).map((name) => dialogs?.[name as keyof typeof dialogs]?.form),
    )
    return shown.flatMap(({ slug, path }) => {
      const { given = [] } = forms.get(slug) ?? {}
      const problem = (rule: string, message: string, help: string) =>
        createProblemAt(source, source.range(path), { rule, message: `the form "${slug}" ${message}`, help })
      if (path[0] !== 'job' && given.length > 0 && given.every((name) => JOB_FORM_VALUE_NAMES.includes(name))) {
        const message = `sends ${given.join(' and ')}, which only job pages provide: every submission from here would be rejected`
        return problem('form/refused', message, 'Use a different form here, or remove "given" from this form.')
      }
      const ofJobs = file === site && path.join('.') === 'job.form'
      if (ofJobs && hasJobs && forms.has(slug) && !given.includes(JOB_FORM_VALUE_NAMES[0] ?? '')) {
        const help = `Add "given: [${JOB_FORM_VALUE_NAMES.join(', ')}]" to the form.`
        return problem('form/lost', 'does not send which job the visitor is applying for', help)
      }
      if (file !== site && here.has(slug)) {
        const help = 'Show it once: link buttons to it with "to: \'#id\'" instead of "opens".'
        return problem('form/repeated', 'is on this page twice, so its labels would refer to the wrong fields', help)
      }
      here.add(slug)
      return []
    })
  })
}
