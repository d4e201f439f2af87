import { forms as formFiles } from '../../src/collections/form.ts'
import { givenByJob, jobs } from '../../src/collections/job.ts'
import type { Site } from '../../src/collections/site.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { listReferences } from '../../src/schema/references.ts'
import type { ParsedFile } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { listOpened } from './addresses.ts'
import { oncePer } from './once-per.ts'

/** Names that the page of a position gives; no other place gives anything. */
export const GIVEN = Object.keys(givenByJob({ title: '', department: '' }))

const shownIn = oncePer(({ schema, source, data }: ParsedFile) =>
  listReferences(schema, source ? data : undefined).filter(({ collection }) => collection === formFiles.name),
)

/** A form must get from where it is shown what it sends, and be shown once on a page. */
export function formPlaces(files: readonly ParsedFile[], forms: ReadonlyMap<string, Contract>): Problem[] {
  const site = files.find(({ collection, slug }) => !collection && slug === 'site')
  const { dialogs } = (site?.data ?? {}) as Partial<Site>
  const hasJobs = files.some(({ collection }) => collection === jobs)
  return files.flatMap((file): Problem[] => {
    if (!file.source) return []
    const { source } = file
    // A dialog that the page opens stands on it as well.
    const here = new Set(
      file === site ? [] : listOpened(file.data).map((name) => dialogs?.[name as keyof typeof dialogs]?.form),
    )
    return shownIn(file).flatMap(({ slug, path }): Problem[] => {
      const { given = [] } = forms.get(slug) ?? {}
      const at = { severity: 'error', file: file.file, ...source.locate(path) } as const
      const ofJobs = file === site && path.join('.') === 'job.form'
      if (path[0] !== 'job' && given.length > 0 && given.every((name) => GIVEN.includes(name))) {
        const message = `the form "${slug}" sends ${given.join(' and ')}, which only the page of a position gives: every post from here is refused`
        return [
          { rule: 'form/refused', ...at, message, help: 'Show another form here, or take "given" out of that one.' },
        ]
      }
      if (ofJobs && hasJobs && forms.has(slug) && !given.includes(GIVEN[0] ?? '')) {
        const message = `the form "${slug}" does not send for which position somebody applies`
        return [{ rule: 'form/lost', ...at, message, help: `Write "given: [${GIVEN.join(', ')}]" in it.` }]
      }
      if (file !== site && here.has(slug)) {
        const message = `the form "${slug}" is on this page twice, so that its labels lead to the wrong fields`
        return [
          {
            rule: 'form/range',
            ...at,
            message,
            help: 'Show it once: lead buttons to it with "to: \'#id\'" in place of "opens".',
          },
        ]
      }
      here.add(slug)
      return []
    })
  })
}
