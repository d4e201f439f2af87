import { forms as collection } from '@northshelf/site/collections/form.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { type Problem, problemAt } from '../diagnostics/problem.ts'
import { listFormFaults } from './form-faults.ts'
import { formIdentity } from './form-identity.ts'
import { formPages } from './form-pages.ts'
import { defineRules } from './rule.ts'

/** Finds forms whose submissions would be lost or rejected. */
export const formRules = defineRules({
  'form/console': {
    means: 'A form only writes to the browser console what visitors enter.',
    matters: 'Every request that is sent with it is lost.',
    bad: 'delivery: console',
    good: 'delivery: relay',
    fix: 'Write "delivery: relay". It is a warning, because a demonstration may want it.',
  },
  'form/lost': {
    means: 'What a visitor enters in a form would never arrive, though the visitor is thanked for it.',
    matters: 'A lead is lost, and nobody notices.',
    bad: 'endpoint: send-form-submission\n… kind: file   # this endpoint takes no files',
    good: 'endpoint: submit-application\nfixed: { form: product-photos }\n… kind: file',
    fix: 'Do as the problem says. Names under fixed and given are sent with every post, so that no field may have them.',
  },
  'form/refused': {
    means: 'Some or all of what visitors send with a form would be refused, whatever they enter.',
    matters: 'Visitors see the message of a failure and leave.',
    bad: 'given: [campaign]   # no page gives it',
    good: 'fixed: { campaign: spring }',
    fix: 'Do as the problem says. Only the page of a position gives anything: jobTitle and jobDepartment.',
  },
  'form/range': {
    means:
      'What a form shows contradicts itself: a slider that cannot stand where it should, two choices that look alike, a hint that names another limit than the field has, the same form twice on a page.',
    matters: 'Browsers put the slider somewhere else, what arrives is not what was meant, or a file is refused.',
    bad: 'min: 0\nmax: 1000\nstep: 300\ndefault: 1200',
    good: 'min: 0\nmax: 1200\nstep: 300\ndefault: 600',
    fix: 'Do as the problem says. A slider stands at min and at every step from there.',
  },
  'form/empty': {
    means: 'No field of a form is required.',
    matters: 'Visitors who press the button too early send nothing, and nobody knows whom to answer.',
    bad: '- { kind: email, name: email, label: Email }',
    good: '- { kind: email, name: email, label: Email, required: true }',
    fix: 'Write "required: true" in the fields that you need to answer.',
  },
  'form/unconfirmed': {
    means: 'A form has a mail that confirms to visitors what they sent, but does not ask for their address.',
    matters: 'Nobody gets the mail.',
    bad: 'confirmation: { subject: We have it, body: We answer soon. }   # and no field of kind email',
    good: 'confirmation: { subject: We have it, body: We answer soon. }\n… kind: email',
    fix: 'Add a field of kind email, or leave out confirmation.',
  },
  'form/identity': {
    means: 'The relay cannot tell a form that posts to submit-application from the others, for no type is sent there.',
    matters: 'Every post is refused, or is taken for another form and loses its fields.',
    bad: 'endpoint: submit-application   # and nothing else',
    good: 'endpoint: submit-application\nfixed: { job_title: Internship }',
    fix: 'Give it a value under fixed that no other form sends. The form of the positions is told by given: [jobTitle, jobDepartment].',
  },
}).inFolder(({ files }) => {
  const all = files.filter((file) => file.collection === collection)
  const valid = all.flatMap((file) => (file.valid ? [{ file, contract: file.valid as Contract }] : []))
  return [
    ...all.flatMap(onlyLogs),
    ...valid.flatMap(({ file }) => faultsOf(file)),
    ...formIdentity(valid),
    ...formPages(files, new Map(valid.map(({ file, contract }) => [file.slug, contract]))),
  ]
})

const faultsOf = memoize((file: ParsedFile): Problem[] =>
  listFormFaults(file.valid as Contract).map(({ path, part, ...finding }) =>
    problemAt(file, file.source?.range(path, part) ?? [0, 1], finding),
  ),
)

/** Warns about forms that only log to the console. */
function onlyLogs({ source, data }: ParsedFile): Problem[] {
  const delivery = (data as { delivery?: unknown } | undefined)?.delivery
  if (!source || delivery !== 'console') return []
  const message = 'this form only logs to the console: what visitors send is lost'
  const help = 'Write "delivery: relay" to have it delivered.'
  return [problemAt(source, source.range(['delivery']), { rule: 'form/console', severity: 'warning', message, help })]
}
