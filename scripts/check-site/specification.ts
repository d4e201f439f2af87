import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { defaultPaths, parseEdition } from '../../cli/commands/options.ts'
import { type ReportFormat, reportFormats } from '../../cli/diagnostics/formats/formats.ts'
import { createFileProblem, createProblemAt, type Problem } from '../../cli/diagnostics/problem.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { getOutputFolders } from '../../cli/paths.ts'
import { renderFieldTables } from '../../cli/scaffold/schema/field-tables.ts'
import { clausesSchema, findViolations, type Violation } from './find-violations.ts'

/** Compares the built site with the specification, for `npm run check:site`. Exits with 1 if they differ. */
const start = performance.now()
const { values } = parseArgs({
  options: {
    content: { type: 'string', default: defaultPaths.content },
    out: { type: 'string', default: defaultPaths.out },
    format: { type: 'string', default: 'pretty' },
    now: { type: 'string' },
  },
})
const folder = path.resolve(values.content)
const { content, texts, files } = await loadContent(folder, {
  edition: parseEdition(values.now ? { now: values.now } : {}),
})
if (!content) throw new Error('The content has errors: run npm run site -- check')
const clauses = clausesSchema.parse(parse(readFileSync(path.join(import.meta.dirname, 'specification.yaml'), 'utf8')))
const problems = findViolations(clauses, { content, ...openBuiltSite(getOutputFolders(values.out).site) }).map(locate)
const tables = path.join(folder, 'README.md')
if (existsSync(tables) && readFileSync(tables, 'utf8') !== renderFieldTables())
  problems.push(
    createFileProblem(nameOf('README.md'), {
      rule: 'field-tables',
      message: 'The field tables do not match the schemas.',
      help: 'Update them: npm run site -- schema',
    }),
  )
const format = await reportFormats[values.format as ReportFormat]()
const milliseconds = performance.now() - start
process.stdout.write(format({ problems, texts, files, explanations: {}, folder, milliseconds }))
if (problems.length > 0) process.exitCode = 1

/** Returns the name of a content file in reports, such as content/facts.yaml. */
function nameOf(file: string): string {
  return `${path.basename(folder)}/${file}`
}

/** Converts a violation to a problem at the first line that contains its words. */
function locate({ file, words, ...details }: Violation): Problem {
  const name = nameOf(file)
  const text = texts.get(name) ?? ''
  const place = words
    .map((word) => [text.indexOf(word), word.length] as const)
    .find(([at, length]) => at >= 0 && length > 0)
  if (!place) return createFileProblem(name, details)
  return createProblemAt({ file: name, text }, [place[0], place[0] + place[1]], details)
}
