import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { Problem } from '../content/problem.ts'
import { problemAt } from '../content/problem-at.ts'
import { oncePer } from './once-per.ts'

/** A page of sections has one hero, which holds the one heading that says what the page is. */
export function headings({ files }: ParsedFolder): Problem[] {
  return files.flatMap(inFile)
}

const inFile = oncePer(({ source, data, valid }: ParsedFile): Problem[] => {
  const { sections } = (data ?? {}) as { sections?: unknown }
  if (!source || !Array.isArray(sections)) return []
  const heroes = sections.flatMap((section, index) => (section?.type === 'hero' ? [index] : []))
  // What is told by the schema may have been meant as one.
  if (heroes.length === 1 || (heroes.length === 0 && !valid)) return []
  const rule = 'page/heading'
  if (heroes.length === 0) {
    const help = 'Let the page begin with a section of type hero.'
    return [problemAt(source, source.range(['sections'], 'key'), { rule, message: 'this page has no heading', help })]
  }
  return heroes.slice(1).map((index) =>
    problemAt(source, source.range(['sections', index, 'type']), {
      rule,
      message: 'this page has a hero already, and with it its heading',
      help: 'Use another type of section: partner has a heading, a text, buttons and a drawing too.',
    }),
  )
})
