import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitFrontMatter } from '../../cli/content/front-matter.ts'
import { parseYaml } from '../../cli/content/source.ts'
import { readPlainYaml } from '../../cli/content/yaml-plain.ts'
import { projectRoot } from '../../cli/paths.ts'
import { mutations } from '../../scripts/bench/fuzz/mutations.ts'
import { createRandom } from '../../scripts/bench/random.ts'

/** All YAML of the shipped content. */
const texts = readdirSync(path.join(projectRoot, 'content'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:yaml|md)$/.test(name) && name !== 'README.md')
  .map((name) => ({ name, text: readFileSync(path.join(projectRoot, 'content', name), 'utf8') }))
  .flatMap(({ name, text }) => {
    const front = name.endsWith('.md') ? splitFrontMatter(name, text) : { yaml: text }
    return 'yaml' in front ? [{ name, yaml: front.yaml }] : []
  })

/** What YAML is made of, and what it trips over. */
const pieces = [
  ...['a: ', 'b: ', 'c:', 'a:\n', 'b:\n', '\n', '\n', '\n', '  ', ' ', '- ', '\n- ', '\n  - ', '\n  b: ', 'x y'],
  ...['[', ']', '{', '}', ',', '"', "'", ':', '?', '|', '-', '.', '#', ' #', '%', '@', '`', '&a', '*a', '!', '=', '<<'],
  ...['>-\n', '>\n', '|\n', '|-\n', '>+\n', '>2\n', '---', '...', '[a, b]', '[1, -2]', '{ a: b }', '"q"', "'s'"],
  ...['1', '0', '-1', '1.5', '.5', '1e3', '0x1', '0o7', '1_000', '10:30', '2024-01-16', '.inf', 'true', 'null', '~'],
  ...['\u00a0', '\u2028', '\u3000', '\ufeff', '\t', '\r', 'é', '\u{1f6a2}', '$4', '/', '->', "don't", 'toString'],
]

/** Those of the texts that are read without the parser and come out otherwise than the parser has them. */
function listDifferent(all: readonly string[]): string[] {
  return all.filter((text) => {
    const read = readPlainYaml(text)
    if (read === undefined) return false
    const { source, problems } = parseYaml('file', text, text, 0)
    return problems.length > 0 || JSON.stringify(read) !== JSON.stringify(source.data)
  })
}

describe('YAML as it is mostly written', () => {
  it('is read without the parser in every article and testimonial', () => {
    const common = texts.filter(({ name }) => /^(?:blog|insights|testimonials)\//.test(name))
    expect(common.filter(({ yaml }) => readPlainYaml(yaml) === undefined).map(({ name }) => name)).toEqual([])
  })

  it('means what the parser says', () => {
    expect(listDifferent(texts.map(({ yaml }) => yaml))).toEqual([])
  })

  it('means what the parser says when it is broken, or is not read', () => {
    const random = createRandom(1)
    const kinds = Object.values(mutations)
    const broken = Array.from({ length: 3000 }, () => {
      const { yaml } = texts[Math.floor(random() * texts.length)] ?? { yaml: '' }
      return kinds[Math.floor(random() * kinds.length)]?.(yaml, random)
    })
    expect(listDifferent(broken.filter((text) => typeof text === 'string'))).toEqual([])
  })

  it('means what the parser says whatever stands beside each other, or is not read', () => {
    const random = createRandom(2)
    const piece = () => pieces[Math.floor(random() * pieces.length)] ?? ''
    const made = Array.from({ length: 60_000 }, () => {
      const count = 1 + Math.floor(random() * 8)
      return `k: ${Array.from({ length: count }, piece).join('')}`
    })
    expect(listDifferent(made)).toEqual([])
    expect(made.filter((text) => readPlainYaml(text)).length).toBeGreaterThan(1000)
  })

  it.each([
    ['a field twice', 'a: 1\na: 2'],
    ['a comment', 'a: one #two'],
    ['an anchor', 'a: &b c'],
    ['a tag', 'a: !b c'],
    ['an empty field', 'a:'],
    ['a colon in a text', 'a: b: c'],
    ['more levels than content needs', Array.from({ length: 50 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
  ])('is left to the parser with %s', (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined()
  })
})
