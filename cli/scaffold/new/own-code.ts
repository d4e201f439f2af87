import { readGuide } from '../guides.ts'

/** Where each kind of own code is, in the project and in the package, and the names in its example in the guide. */
export const ownCodeKinds = {
  section: { folder: 'sections', packageFolder: 'sections', example: 'timetable' },
  drawing: { folder: 'drawings', packageFolder: 'drawings/kinds', example: 'shares' },
  collection: { folder: 'collections', packageFolder: 'collections', example: 'breads' },
} as const
export type OwnCodeKind = keyof typeof ownCodeKinds

/**
 * Returns the files of the example in docs/own-code.md under another name, relative to the project.
 * @param name of a section or drawing, such as `price-list`; of a collection, the plural, such as `recipes`
 */
export function draftOwnCode(kind: OwnCodeKind, name: string): { file: string; after: string }[] {
  const { folder, example } = ownCodeKinds[kind]
  const names = kind === 'collection' ? listNames(name, toSingular(name)) : listNames(name)
  const old = kind === 'collection' ? listNames(example, toSingular(example)) : listNames(example)
  const rename = (text: string) =>
    text.replace(new RegExp(old.join('|'), 'g'), (found) => names[old.indexOf(found)] ?? found)
  return [...readGuide('own-code').matchAll(/^`([\w./-]+)`.*\n\n```\w+\n([\s\S]*?)^```/gm)]
    .filter(([, file = '']) => new RegExp(`^${folder}/(?:${old.join('|')})\\b`).test(file))
    .map(([, file = '', code = '']) => ({ file: rename(file), after: rename(code) }))
}

/** Lists the forms of a name in code: the name, its singular, and the singular in PascalCase. */
function listNames(name: string, singular = name): string[] {
  return [name, singular, singular.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())]
}

/** Returns the singular of a name, which `site new` accepts as a type. */
export function toSingular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/(?<=.)s$/, '')
}
