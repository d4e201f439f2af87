import { forms as collection } from '../../src/collections/form.ts'
import type { Contract } from '../../src/forms/contract.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { type FormFault, listFormFaults } from './form-faults.ts'
import { formIdentity } from './form-identity.ts'
import { formPlaces } from './form-places.ts'
import { oncePer } from './once-per.ts'

/** Forms that would lose what visitors enter, or have it refused. */
export function forms({ files }: ParsedFolder): Problem[] {
  const all = files.filter((file) => file.collection === collection)
  const valid = all.flatMap((file) => (file.valid ? [{ file, contract: file.valid as Contract }] : []))
  return [
    ...all.flatMap(onlyLogs),
    ...valid.flatMap(({ file }) => faultsOf(file)),
    ...formIdentity(valid),
    ...formPlaces(files, new Map(valid.map(({ file, contract }) => [file.slug, contract]))),
  ]
}

const faultsOf = oncePer((file: ParsedFile): Problem[] =>
  listFormFaults(file.valid as Contract).map((fault) => problemOf(file, fault)),
)

function problemOf({ file, source }: ParsedFile, { path, part, severity, ...words }: FormFault): Problem {
  return {
    severity: severity ?? 'error',
    file,
    ...(source?.locate(path, part) ?? { line: 1, column: 1, length: 1 }),
    ...words,
  }
}

/** A form that only logs loses every lead. It may be wanted, so it is a warning. */
function onlyLogs({ source, data, file }: ParsedFile): Problem[] {
  const delivery = (data as { delivery?: unknown } | undefined)?.delivery
  if (!source || delivery !== 'console') return []
  return [
    {
      ...{ rule: 'form/console', severity: 'warning', file, ...source.locate(['delivery']) },
      message: 'this form only logs to the console: what visitors send is lost',
      help: 'Write "delivery: relay" to have it delivered.',
    },
  ]
}
