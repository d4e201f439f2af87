import { forms as formFiles } from '@northshelf/site/collections/form.ts'
import { getJobFormValues, jobs } from '@northshelf/site/collections/job.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listOpenedDialogs } from '../content/addresses.ts'
import { findSingleFile, type ParsedFile } from '../content/parsed.ts'
import { listReferences } from '../content/schema/marked-fields.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'

/** Names of the values that a job's page passes to its form. No other page passes values to a form. */
export const JOB_FORM_VALUE_NAMES = Object.keys(getJobFormValues({ title: '', department: '' }))

function shownIn({ schema, source, data }: ParsedFile) {
  return listReferences(schema, source ? data : undefined).filter(({ collection }) => collection === formFiles.name)
}

/** Checks that pages provide the `given` values of their forms, and that no page shows the same form twice. */
export function checkFormPages(files: readonly ParsedFile[], forms: ReadonlyMap<string, Contract>): Problem[] {
  const site = findSingleFile(files, 'site')
  const { dialogs } = (site?.data ?? {}) as Partial<Site>
  const hasJobs = files.some(({ collection }) => collection === jobs)
  return files.flatMap((file) => {
    const { source } = file
    const shown = shownIn(file)
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
        return problem('form/range', 'is on this page twice, so its labels would refer to the wrong fields', help)
      }
      here.add(slug)
      return []
    })
  })
}
