import { forms as collection } from '@northshelf/site/collections/form.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { checkFormsAreIdentifiable } from './form-identity.ts'
import { checkFormPages } from './form-pages.ts'
import { listFormProblems } from './helpers/form-problems.ts'
import { defineRules } from './rule.ts'

/** Finds forms whose submissions would be lost or rejected. */
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
    bad: 'endpoint: send-form-submission\n… kind: file   # this endpoint accepts no files',
    good: 'endpoint: submit-application\nfixed: { form: product-photos }\n… kind: file',
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
      'The settings of a form contradict each other. For example, a slider starts between two steps, two choices have the same label, a hint states a different limit than the field, or a page shows the form twice.',
    matters: 'Browsers may change the slider value, answers may be ambiguous, or files may be rejected.',
    bad: 'min: 0\nmax: 1000\nstep: 300\ndefault: 1200',
    good: 'min: 0\nmax: 1200\nstep: 300\ndefault: 600',
    fix: 'Follow the suggestion in the message. The values of a slider start at min and increase by step.',
  },
  'form/empty': {
    means: 'A form has no required fields.',
    matters: 'Visitors can send an empty form, and you would not know who to reply to.',
    bad: '- { kind: email, name: email, label: Email }',
    good: '- { kind: email, name: email, label: Email, required: true }',
    fix: 'Add "required: true" to the fields that you need for a reply.',
  },
  'form/unconfirmed': {
    means: 'A form has a confirmation email but no email field.',
    matters: 'The confirmation cannot be sent.',
    bad: 'confirmation: { subject: We have it, body: We answer soon. }   # and no field of kind email',
    good: 'confirmation: { subject: We have it, body: We answer soon. }\n… kind: email',
    fix: 'Add a field of kind email, or remove confirmation.',
  },
  'form/identity': {
    means:
      'The relay cannot identify a form: submit-application receives no form type, so another value must identify it.',
    matters: 'The relay rejects every submission, or treats it as one from another form and loses its fields.',
    bad: 'endpoint: submit-application   # and nothing else',
    good: 'endpoint: submit-application\nfixed: { job_title: Internship }',
    fix: 'Give it a value under fixed that no other form sends. The application form is identified by given: [jobTitle, jobDepartment].',
  },
}).inFolder(({ files }) => {
  const all = files.filter((file) => file.collection === collection)
  const valid = all.flatMap((file) => (file.valid ? [{ file, contract: file.valid as Contract }] : []))
  return [
    ...all.flatMap(warnAboutConsole),
    ...valid.flatMap(({ file }) => problemsOf(file)),
    ...checkFormsAreIdentifiable(valid),
    ...checkFormPages(files, new Map(valid.map(({ file, contract }) => [file.slug, contract]))),
  ]
})

const problemsOf = memoize((file: ParsedFile): Problem[] =>
  listFormProblems(file.valid as Contract).map(({ path, part, ...finding }) =>
    createProblemAt(file, file.source?.range(path, part) ?? [0, 1], finding),
  ),
)

/** Warns about forms that only log submissions to the console. */
function warnAboutConsole({ source, data }: ParsedFile): Problem[] {
  const delivery = (data as { delivery?: unknown } | undefined)?.delivery
  if (!source || delivery !== 'console') return []
  const message = 'this form only logs to the console: submissions are lost'
  const help = 'Write "delivery: relay" to deliver them.'
  return [
    createProblemAt(source, source.range(['delivery']), { rule: 'form/console', severity: 'warning', message, help }),
  ]
}
