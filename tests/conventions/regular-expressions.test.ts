import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { allowedPatterns } from './allowed-patterns.ts'
import { findRepeatedPrefix } from './repeated-prefix.ts'

interface Pattern {
  file: string
  line: number
  source: string
  flags: string
}

/** Lists the regular expressions in a program, including those that `RegExp` creates from texts. */
function listPatterns(file: string, code: string): Pattern[] {
  const found: Pattern[] = []
  const add = ({ start }: ESTree.Span, source: string, flags: string) =>
    found.push({ file, line: code.slice(0, start).split('\n').length, source, flags })
  const addCreated = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [pattern, options] = node.arguments
    const source = pattern && getText(pattern)
    if (source !== undefined) add(node, source, (options && getText(options)) ?? '')
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags)
    },
    NewExpression: addCreated,
    CallExpression: addCreated,
  }).visit(parseSync(file, code).program)
  return found
}

/** Returns a constant text. The values in a template are unknown, so each is replaced by a word. */
function getText(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal') return String(node.value)
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('(?:word)') : undefined
}

/** Returns the problem of a pattern: how to create a text on which its running time is not linear. */
function findProblem({ file, line, source, flags }: Pattern): string | undefined {
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  const loop = report ? undefined : findRepeatedPrefix(source, flags)
  if (loop) return `${file}:${line} /${source}/${flags}: quadratic for a text of many times what comes before ${loop}`
  if (!report) return undefined
  const growth = report.exponential ? 'exponential' : 'quadratic'
  const attack = `many times ${JSON.stringify(report.character.pick)}, with a start and an end that do not match`
  return `${file}:${line} /${source}/${flags}: ${growth} for a text of ${attack}`
}

const patterns = ['relay', 'cli', 'src'].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'))
    .flatMap((name) => {
      const file = path.posix.join(folder, name)
      return listPatterns(file, readFileSync(path.join(projectRoot, file), 'utf8'))
    }),
)
const isAllowed = ({ file, source }: Pattern) =>
  allowedPatterns.some((entry) => entry.file === file && entry.source === source)

describe('the search for regular expressions', () => {
  const check = (code: string) => listPatterns('x.ts', code).map(findProblem)

  it('reports literals and created patterns that are quadratic or exponential, with their line and an attack', () => {
    expect(check('const a = 1\nconst b = /a+$/')).toEqual([
      'x.ts:2 /a+$/: quadratic for a text of many times "a", with a start and an end that do not match',
    ])
    expect(check('/^(?:a+)+$/')).toEqual([expect.stringContaining('exponential')])
    expect(check("new RegExp('a+$')")).toEqual([expect.stringContaining('/a+$/: quadratic')])
    expect(check(['RegExp(`a+', '{b}`, "i")'].join('$'))).toEqual([expect.stringContaining('a+(?:word)/i: quadratic')])
  })

  it('reports loops that run from each of many repeated words to the end of the text', () => {
    const [comment, block, line] = check('/<!--.*?-->/; /^a {2}(?:.|\\n)*b/m; /^> *$/m')
    expect(comment).toMatch(/: quadratic for a text of many times what comes before \.\*\?$/)
    expect(block).toContain('what comes before (?:.|\\n)*')
    expect(line).toBeUndefined()
  })

  it('ignores loops that end before the next such word, always succeed or start only once', () => {
    const linear = ['<!--(?:(?!<!--).)*?-->', '<[^<>]*>', 'ab.*', '^a.*b', '(?<![ab])a[ab]*c', '\\n\\s*\\n']
    expect(check(linear.map((source) => `/${source}/`).join(';'))).toEqual(linear.map(() => undefined))
  })

  it('ignores linear patterns, comments and text', () => {
    expect(check('/^a+$/; "/a+$/" // /a+$/')).toEqual([undefined])
  })

  it('finds the patterns of the project', () => {
    expect(patterns.length).toBeGreaterThan(500)
  })
})

describe('the regular expressions of the project', () => {
  it('have a running time that is proportional to the length of the text', () => {
    const checked = patterns.filter((pattern) => !isAllowed(pattern))
    expect(checked.flatMap((pattern) => findProblem(pattern) ?? [])).toEqual([])
  })

  it('need every exception', () => {
    const slow = patterns.filter(findProblem)
    const isNeeded = (entry: Pick<Pattern, 'file' | 'source'>) =>
      slow.some(({ file, source }) => file === entry.file && source === entry.source)
    expect(allowedPatterns.filter((entry) => !isNeeded(entry))).toEqual([])
  })
})
