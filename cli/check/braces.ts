import { listCode } from '../content/markdown-code.ts'
import { listBraces } from '../content/marks.ts'
import { nearest } from '../content/nearest.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import { createPlaces } from '../content/place.ts'
import type { Problem } from '../content/problem.ts'
import type { Range } from '../content/source.ts'
import { listFields } from './fields.ts'
import { oncePer } from './once-per.ts'

interface Named {
  name: string
  text: string
  range: Range
  placeholders: readonly string[]
}

/** How a fact is named. Names of this form that are no fact are told where facts take their place. */
const NAME = /^\{[a-z][a-z0-9-]*\}$/

/** Facts that site.yaml adds. */
const IDENTITY = ['brand', 'email']

/** Names in braces that nothing takes the place of, so that visitors would see the braces. */
export function braces({ files, facts }: ParsedFolder): Problem[] {
  return files.flatMap((file) =>
    bracesOf(file).flatMap((named): Problem[] => {
      const words = judge(named, facts, !file.collection && file.slug === 'facts')
      if (!words) return []
      const [start, end] = named.range
      const { sure, ...problem } = words
      const fix =
        sure && file.text.slice(start, end) === named.text ? { edits: [{ start, end, text: sure }] } : undefined
      return [{ ...problem, severity: 'error', file: file.file, ...createPlaces(file.text)(start, end), fix }]
    }),
  )
}

const bracesOf = oncePer((file: ParsedFile): Named[] => {
  const { source, body, collection } = file
  const inFields = listFields(file).flatMap(({ text, path, placeholders }) =>
    listBraces(text).map(
      ({ name, text: whole }): Named => ({
        ...{ name, text: whole, placeholders },
        range: source?.rangeOfWord(path, whole) ?? [0, 1],
      }),
    ),
  )
  const placeholders = collection?.placeholders ?? []
  const code = body ? listCode(body.text) : []
  // A fact takes its place inside a second pair of braces as well: that pair is seen only in what was written.
  const doubled = listBraces(body?.text ?? '').flatMap(({ name, text, start, end }): Named[] => {
    if (!body || !text.startsWith('{{') || code.some(([from, to]) => start >= from && start < to)) return []
    return [{ name, text, range: [body.start + start, body.start + end], placeholders }]
  })
  const inText = (body?.found.troubles ?? []).flatMap((trouble): Named[] => {
    const range = body?.range(trouble) ?? [0, 1]
    const [found] = trouble.kind === 'braces' ? listBraces(file.text.slice(...range)) : []
    return found && !found.text.startsWith('{{') ? [{ name: found.name, text: found.text, range, placeholders }] : []
  })
  return [...inFields, ...inText, ...doubled]
})

function judge({ name, text, placeholders }: Named, facts: ReadonlyMap<string, string>, isFacts: boolean) {
  if (NAME.test(text)) {
    if (isFacts && (facts.has(name) || IDENTITY.includes(name)))
      return {
        rule: 'fact/nested',
        message: 'a fact cannot use another one: visitors would see the braces',
        help: facts.has(name) ? `Write it out: ${facts.get(name)}.` : 'Write it out.',
      }
    if (!PLACEHOLDERS.has(name) || facts.has(name) || placeholders.includes(name)) return undefined
    const known = placeholders.map((one) => `{${one}}`).join(' and ')
    return {
      rule: 'fact/placeholder',
      message: `nothing takes the place of ${text} here: visitors would see the braces`,
      help: known ? `Here ${known} can be used.` : PLACEHOLDERS.get(name),
    }
  }
  const there = facts.has(name) || IDENTITY.includes(name) || PLACEHOLDERS.has(name)
  if (text.startsWith('{{') && NAME.test(`{${name}}`)) {
    // A name that is not there is told where facts take their place.
    if (!there) return undefined
    const message = 'these are two pairs of braces: visitors would see one of them'
    return { rule: 'fact/unknown', message, help: `Write {${name}}.`, sure: `{${name}}` }
  }
  const plain = name.toLowerCase().replace(/[ _.]+/g, '-')
  const names = [...facts.keys(), ...IDENTITY, ...placeholders]
  const meant = nearest(plain, names)
  return {
    rule: 'fact/unknown',
    message: `there is no fact "${name}"`,
    help: meant
      ? `Did you mean {${meant}}? Names are in lower case, with dashes and without spaces.`
      : 'Write a name of facts.yaml, or the text without braces.',
    sure: names.includes(plain) ? `{${plain}}` : undefined,
  }
}

/** Names that something else than a fact takes the place of, and where. */
const PLACEHOLDERS = new Map([
  ['n', 'Labels of site.yaml that count something have it.'],
  ['m', 'Labels of site.yaml that count something have it.'],
  ['salary', 'It stands for the salary range in the text and the lists of a position.'],
])
