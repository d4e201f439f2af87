import { createProblemAt, type Explanations, type Problem } from '../../diagnostics/problem.ts'
import type { ValuePath, YamlSource } from '../yaml/source.ts'
import { bookingAction } from './booking-action.ts'
import type { Migration } from './migration.ts'
import { submenuEntries } from './submenu-entries.ts'

/** All changes of the content format. */
const migrations: readonly Migration[] = [bookingAction, submenuEntries]

/** Reports the values in a file that have the format of an earlier version. @param name collection, or `site` */
export function findOutdatedValues(
  source: YamlSource,
  name: string,
  site: unknown,
): { path: ValuePath; problem: Problem }[] {
  return migrations.flatMap(({ version, change, files, find }) =>
    (files.includes(name) ? find(source, site) : []).map(({ path, range, text }) => {
      const details = { rule: 'schema/outdated', message: `since version ${version}, ${change}` }
      return { path, problem: createProblemAt(source, range, { ...details, help: `Write ${text}.` }, text) }
    }),
  )
}

export const migrationRules: Explanations = {
  'schema/outdated': {
    means: 'A value has the format of an earlier version of the tool.',
    matters: 'The current version cannot build the page from it.',
    bad: 'booking: Book a call',
    good: 'booking: { label: Book a call, to: /get-started, opens: discovery }',
    fix: 'Run site check --fix, or write it as the message says.',
  },
}
