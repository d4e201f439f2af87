import { readGuide } from '../guides.ts'

/** Names in the example of each kind of own code in the guide. */
export const ownCodeExamples = { section: 'timetable', drawing: 'shares', collection: 'breads' } as const
export type OwnCodeKind = keyof typeof ownCodeExamples

/**
 * Returns the files of the example in docs/own-code.md under another name, relative to the project.
 * @param name of a section or drawing, such as `price-list`; of a collection, the plural, such as `recipes`
 */
export function draftOwnCode(kind: OwnCodeKind, name: string): { file: string; after: string }[] {
  const example = ownCodeExamples[kind]
  const names = kind === 'collection' ? listNames(name, toSingular(name)) : listNames(name)
  const old = kind === 'collection' ? listNames(example, toSingular(example)) : listNames(example)
  const rename = (text: string) =>
    text.replace(new RegExp(old.join('|'), 'g'), (found) => names[old.indexOf(found)] ?? found)
  return [...readGuide('own-code').matchAll(/^`([\w./-]+)`.*\n\n```\w+\n([\s\S]*?)^```/gm)]
    .filter(([, file = '']) => new RegExp(`^${kind}s/(?:${old.join('|')})\\b`).test(file))
    .map(([, file = '', code = '']) => ({ file: rename(file), after: rename(code) }))
}

/** Lists how code spells a name: unchanged, in the singular, and in the singular in PascalCase. */
function listNames(name: string, singular = name): string[] {
  return [name, singular, singular.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())]
}

/** Returns the singular of a collection's name, which is the content type in `site new <type>`. */
export function toSingular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/(?<=.)s$/, '')
}
