import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ReportFormat, reportFormats } from '../../cli/diagnostics/formats/formats.ts'
import { sortProblems } from '../../cli/diagnostics/problem.ts'
import { loadContent } from '../../cli/engine/load.ts'
import { explanations } from '../../cli/rules/list.ts'
import { needs } from '../needs.ts'
import { runHere } from '../run-here.ts'
import { runSite } from '../run-site.ts'
import { copyHarborContent, writeBrokenFile } from './break-content.ts'
import { broken } from './broken-content.ts'
import { typeAtTerminal } from './terminal.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formats-'))
/** Copies the content, with these mistakes. */
function copyWith(name: string, mistakes: typeof broken): string {
  const content = copyHarborContent(path.join(folder, name))
  for (const one of mistakes) writeBrokenFile(content, one)
  return content
}
/** Two errors with a fix, one without, and a warning. */
const few = broken.filter(({ file }) =>
  ['jobs/enum.md', 'faqs/dead-link.yaml', 'faqs/script-link.yaml', 'jobs/expired.md'].includes(file),
)
let whole: string
let all: string
let some: string
let loaded: ReturnType<typeof loadContent>
beforeAll(() => {
  whole = copyWith('whole', [])
  all = copyWith('all', broken)
  some = copyWith('some', few)
  loaded = loadContent(all)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const errors = broken.filter(({ says }) => says.severity !== 'warning').length
const warnings = broken.length - errors
const isFixable = ({ mended, says }: (typeof broken)[number]) =>
  mended !== undefined || says.rule === 'file/byte-order-mark'
const fixable = broken.filter(isFixable).length
const check = (content: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  runHere(['check', '--content', content, ...args], env)
/** Runs the check in a separate process. */
const start = (content: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  runSite(['check', '--content', content, ...args], { expectFailure: true, env })

/** Formats the problems of the folder with all mistakes, which is loaded once, as the command does. */
async function format(name: ReportFormat): Promise<string> {
  const { problems, texts, files } = await loaded
  const formatResult = await reportFormats[name]()
  return formatResult({
    problems: sortProblems([...problems]),
    texts,
    files,
    folder: all,
    explanations,
    milliseconds: 1,
  })
}

describe('site check', () => {
  it('prints the location, source line, expected and found values, and fix for each problem', async () => {
    const { code, stdout, stderr } = await check(some)
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).toContain(`harbor/jobs/enum.md:8:7  error  schema/choice
   7 │ location: Remote
 > 8 │ type: Full time # as agreed
     │       ^^^^^^^^^ "type" is not one of the choices
   9 │ salary:
  expected one of Full-time, Part-time, Contract, Temporary, Internship, Apprenticeship
  found    "Full time"
  Did you mean "Full-time"? (fixable)
`)
    const report = await format('pretty')
    expect(report).toContain(`harbor/services/reference.yaml:55:14  error  ref/unknown-slug
   54 │       description: Each change with its reason, open to you at any hour.
 > 55 │ testimonial: abel-ropes
      │              ^^^^^^^^^^ testimonials has no "abel-ropes"
   56 │ closing:
  expected the file ${all}/testimonials/abel-ropes.yaml
  Did you mean abel-rope (harbor/testimonials/abel-rope.yaml)? (fixable)
`)
    expect(report).toMatch(
      new RegExp(
        `✗ ${errors} errors \\(${fixable - 2} fixable\\), ${warnings} warnings \\(2 fixable\\) in \\d+ of \\d+ files · \\d+ ms\n`,
      ),
    )
    expect(report).toContain('site explain ')
  })

  it('reports only problems in the given files and folders', async () => {
    const of = async (...paths: string[]) =>
      JSON.parse((await check(some, ['--format', 'json', ...paths])).stdout).problems.map(
        ({ file }: { file: string }) => file,
      )
    expect(await of('jobs/enum.md')).toEqual(['harbor/jobs/enum.md'])
    expect(await of(path.join(some, 'jobs/enum.md'), 'faqs')).toEqual([
      'harbor/faqs/dead-link.yaml',
      'harbor/faqs/script-link.yaml',
      'harbor/jobs/enum.md',
    ])
    expect(await check(some, ['testimonials/abel-rope.yaml'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ 1 file, no/),
    })
    expect(await check(some, ['jobs/nobody.md'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('jobs/nobody.md'),
    })
  })

  it('finds no problems in the agency', async () => {
    expect((await runHere(['check', '--strict'])).stdout).toMatch(/^✓ \d+ files, no problems · \d+ ms\n$/)
  })

  it('prints one line on success, or nothing with --quiet', async () => {
    expect(await check(whole)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^✓ \d+ files, no problems · \d+ ms\n$/),
    })
    expect(await check(whole, ['--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  it('prints one line per problem, as compilers do, with --format concise', async () => {
    expect((await check(some, ['--format', 'concise'])).stdout.trim().split('\n')).toHaveLength(few.length + 1)
    const lines = (await format('concise')).trim().split('\n')
    expect(lines).toHaveLength(broken.length + 1)
    expect(lines).toContain(
      `${all}/jobs/impossible-date.md:15:9: error schema/date: "posted" is a date that does not exist (expected a date such as 2026-03-31, found "2026-02-31"). February 2026 has 28 days.`,
    )
  })

  it('prints JSON on success, on failure, and when the content folder is missing', async () => {
    expect(JSON.parse((await check(whole, ['--json'])).stdout)).toMatchObject({ version: 1, ok: true, problems: [] })
    const failed = await check(some, [], { SITE_FORMAT: 'json' })
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toMatchObject({ version: 1, ok: false, errors: 3, warnings: 1, fixable: 2 })
    const missing = await check(path.join(folder, 'nowhere'), ['--json'])
    expect(missing.code).toBe(2)
    expect(JSON.parse(missing.stdout)).toMatchObject({ version: 1, ok: false, problems: [{ rule: 'folder/missing' }] })
  })

  it('prints up to 10 errors and 10 warnings as GitHub annotations, and all problems in the step summary', async () => {
    const summary = path.join(folder, 'summary.md')
    writeFileSync(summary, '')
    const workspace = path.join(folder, 'all')
    const { code, stdout } = await check(all, ['--format', 'github'], {
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: workspace,
    })
    expect(code).toBe(1)
    const lines = stdout.trim().split('\n')
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10)
    expect(lines.slice(0, 10).every((line) => line.startsWith('::error file=harbor/'))).toBe(true)
    expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(10)
    expect(stdout).toContain(
      `::notice title=site check::${errors - 10} more errors and ${warnings - 10} more warnings: see the step summary`,
    )
    expect(stdout).toMatch(
      /^::error file=harbor\/blog\/[\w /.%-]+,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=[\w/-]+::/,
    )
    const rows = readFileSync(summary, 'utf8')
      .split('\n')
      .filter((line) => /^\| (?:error|warning) /.test(line))
    expect(rows).toHaveLength(broken.length)
    expect((await check(whole, ['--format', 'github'])).stdout).toMatch(/^0 errors, 0 warnings in \d+ files\n$/)
  })

  it('prints SARIF 2.1.0 in which every result refers to a listed rule and a valid region', async () => {
    vi.stubEnv('GITHUB_WORKSPACE', path.join(folder, 'all'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const log = JSON.parse(await format('sarif'))
    expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') })
    const [run] = log.runs
    expect(run.results).toHaveLength(broken.length)
    for (const { ruleId, ruleIndex, level, locations } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId)
      expect(['error', 'warning']).toContain(level)
      const { artifactLocation, region } = locations[0].physicalLocation
      expect(artifactLocation.uri).toMatch(/^harbor\/[\w/.%-]+$/)
      expect(region.startLine).toBeGreaterThan(0)
      expect(region.endColumn).toBeGreaterThan(region.startColumn)
    }
    vi.unstubAllEnvs()
    for (const [content, count] of [
      [whole, 0],
      [some, few.length],
    ] as const)
      expect(JSON.parse((await check(content, ['--format', 'sarif'])).stdout).runs[0].results).toHaveLength(count)
  })

  it('prints the same output in every process', async () => {
    const { stdout } = start(all, ['--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ errors, warnings, fixable })
    expect(await format('json')).toBe(stdout)
  })

  it('respects FORCE_COLOR and NO_COLOR', () => {
    expect(start(some, ['--format', 'pretty'], { FORCE_COLOR: '1', NO_COLOR: '' }).stdout).toContain('\u001b[31m')
    expect(start(some, ['--format', 'pretty'], { NO_COLOR: '1' }).stdout).not.toContain('\u001b[')
  })
})

describe('site check --fix', () => {
  it('shows the changes with --dry-run, but writes nothing', async () => {
    const file = path.join(some, 'jobs', 'enum.md')
    const before = readFileSync(file, 'utf8')
    const { code, stderr } = await check(some, ['--dry-run'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      'harbor/jobs/enum.md\n  -  8 │ type: Full time # as agreed\n  +  8 │ type: Full-time # as agreed\n',
    )
    expect(stderr).toContain('nothing was written')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('applies all fixes, checks again and reports the remaining problems', async () => {
    const content = copyWith('fixed', few)
    const { code, stdout, stderr } = await check(content, ['--fix'])
    expect(code).toBe(1)
    expect(stderr).toContain('✓ fixed 2 problems in 2 files')
    expect(stdout).not.toContain('fixable')
    expect(stdout).toContain('✗ 1 error, 1 warning in 2 of ')
    expect((await check(content, ['--fix', '--json'])).stdout).toContain('"fixable": 0')
  })
})

describe('site check --interactive', () => {
  it('shows each fix, and applies only the confirmed fixes', needs('script'), async () => {
    const content = copyWith(
      'asked',
      broken.filter(({ name }) => name === 'a link in a field is dead' || name === 'a link ends in a slash'),
    )
    const { code, output } = await typeAtTerminal(
      ['check', '--interactive', '--content', content],
      [
        // The command repeats the question after an invalid answer, and ignores input until the question is printed.
        ['[y]', 'nope\r'],
        ['[y]', 'no\r'],
        ['[y]', '\r'],
      ],
    )
    expect([code, output]).toEqual([1, expect.stringContaining('fixed 1 problem in 1 file')])
    expect(readFileSync(path.join(content, 'services/dead-link.yaml'), 'utf8')).toContain('to: /contact # the form')
    expect(readFileSync(path.join(content, 'blog/slash.md'), 'utf8')).toContain('(/services/)')
  })

  it('exits with 2 if it does not run in a terminal', () => {
    const { code, stderr } = start(some, ['--interactive'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--interactive needs a terminal')])
  })
})

describe('a warning', () => {
  it('makes the check fail only with --strict', async () => {
    const content = copyWith(
      'warned',
      broken.filter(({ says }) => says.rule === 'form/console'),
    )
    expect((await check(content)).code).toBe(0)
    expect((await check(content, ['--strict'])).code).toBe(1)
    expect((await check(content, [], { SITE_STRICT: '1' })).code).toBe(1)
    expect((await check(content, [], { SITE_STRICT: '0' })).code).toBe(0)
  })
})

describe('site explain', () => {
  const explain = (...args: string[]) => runHere(['explain', ...args])

  it('prints what a rule means, why it matters, and a bad and a good example', async () => {
    const { code, stdout } = await explain('yaml/cut-by-comment')
    expect(code).toBe(0)
    for (const words of ['Why it matters', '✗ title: We are #1 in retail', '✓ title: "We are #1 in retail"'])
      expect(stdout).toContain(words)
  })

  it('lists all rules, one per line, if no rule is given', async () => {
    const lines = (await explain()).stdout.trim().split('\n')
    expect(lines).toHaveLength(Object.keys(explanations).length)
    expect(JSON.parse((await explain('--json')).stdout).rules).toHaveLength(lines.length)
  })

  it('prints what a limit of the audit measures', async () => {
    const { stdout } = await explain('budget/html')
    expect(stdout).toContain('HTML and styles: a page of the built site exceeds its limit of 15.5 kB.')
    expect((await explain('lighthouse/seo')).stdout).toContain('SEO: a page of the built site scores less than 100.')
  })

  it('suggests the closest match for an unknown rule', async () => {
    expect(await explain('link/ded')).toMatchObject({
      code: 2,
      stderr: 'There is no rule "link/ded". Did you mean link/dead?\n',
    })
    expect((await explain('dead-anchor')).stderr).toContain('Did you mean link/dead-anchor?')
  })
})

describe('the command line', () => {
  it('suggests the closest match for a misspelt option or command', async () => {
    expect(await runHere(['check', '--fx'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean --fix?'),
    })
    expect(await runHere(['exlpain'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean explain?'),
    })
  })

  it('prints an example, and the environment variable for each option, in the --help text', async () => {
    for (const command of ['build', 'check', 'preview', 'start', 'explain']) {
      const { stdout } = await runHere([command, '--help'])
      expect(stdout, command).toMatch(/Example:\n {2}(?:PORT=8080 )?site /)
      const options = stdout.replace(/\n {5,}/g, ' ').match(/^ {2}--.*$/gm) ?? []
      expect(options.length).toBeGreaterThan(0)
      for (const option of options) expect(option).toMatch(/env: [A-Z_]+\)/)
    }
  })
})
