import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { getAddressFieldPath, listAddresses } from '../content/addresses.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile, ParsedFolder } from '../content/parsed.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../diagnostics/problem.ts'
import { findDuplicates } from './helpers/find-duplicates.ts'
import { defineRules, type FieldLocation, getLocationRange } from './rule.ts'

/** A name that must be unique, with the field or file that defines it. */
interface Named extends FieldLocation {
  name: string
}

/** Reports duplicates of names that must be unique. */
function duplicates({ files }: ParsedFolder): Problem[] {
  const addresses = listAddresses(files).map(({ path, file }) => ({
    file,
    path: getAddressFieldPath(file),
    name: path,
  }))
  // Report the problem at a path field if possible, because changing it is easier than renaming a file.
  const fixedFirst = addresses.sort((a, b) => Number(a.path !== undefined) - Number(b.path !== undefined))
  return [
    ...repeated(fixedFirst, 'path/duplicate', 'two pages have the address', 'Give one of them another path.'),
    ...collections.flatMap((collection) => {
      const { name, unique } = collection
      const listed = unique ? listUnique(files, collection, unique) : []
      return repeated(listed, 'id/duplicate', `two ${name} have the ${unique}`, `Give one of them another ${unique}.`)
    }),
    ...files.flatMap(repeatedInside),
  ]
}

/** Lists the values of a field that must be unique, such as the form type by which the relay identifies a form. */
function listUnique(files: readonly ParsedFile[], collection: Collection, field: string): Named[] {
  return files.flatMap((file) => {
    const name = (file.data as Record<string, unknown> | undefined)?.[field]
    return file.collection === collection && typeof name === 'string' ? [{ file, path: [field], name }] : []
  })
}

const repeatedInside = memoize((file: ParsedFile) =>
  listNames(file).flatMap(({ names, what }) =>
    repeated(names, 'id/duplicate', `two ${what} have the name`, 'Give one of them another name.'),
  ),
)

function repeated(named: readonly Named[], rule: string, message: string, help: string): Problem[] {
  return findDuplicates(named, ({ name }) => name).map(([item, first]) => {
    const related = [createRelatedLocation(first.file, getLocationRange(first), 'first used here')]
    return createProblemAt(item.file, getLocationRange(item), {
      rule,
      message: `${message} ${item.name}`,
      help,
      related,
    })
  })
}

/** Lists names that must be unique within a file. */
function listNames(file: ParsedFile): { names: Named[]; what: string }[] {
  const data = file.data as Record<string, unknown> | undefined
  const at = (list: unknown, path: ValuePath, key: string): Named[] =>
    (Array.isArray(list) ? list : []).flatMap((item, index) => {
      const name = item?.[key]
      return typeof name === 'string' ? [{ file, path: [...path, index, key], name }] : []
    })
  if (!data) return []
  const groups = Array.isArray(data.groups) ? data.groups : []
  const fields = groups.map((group, index) => ({ list: group?.fields, path: ['groups', index, 'fields'] }))
  return [
    { names: at(data.sections, ['sections'], 'id'), what: 'sections' },
    { names: at(data.serviceGroups, ['serviceGroups'], 'id'), what: 'groups' },
    { names: at(data.locations, ['locations'], 'name'), what: 'locations' },
    { names: fields.flatMap(({ list, path }) => at(list, path, 'name')), what: 'fields' },
    ...fields.flatMap(({ list, path }) =>
      (Array.isArray(list) ? list : []).map((field, index) => ({
        names: at(field?.options, [...path, index, 'options'], 'value'),
        what: 'choices',
      })),
    ),
  ]
}

export const duplicateRules = defineRules({
  'path/duplicate': {
    means: 'Two pages have the same address.',
    matters: 'Visitors could reach only one of them.',
    bad: 'pages/about.yaml   path: /about\npages/team.yaml    path: /about',
    good: 'pages/about.yaml   path: /about\npages/team.yaml    path: /team',
    fix: 'Give one of them another path, or rename its file if the address contains the file name.',
  },
  'id/duplicate': {
    means: 'Two items share a name that must be unique: two items in one file, or two forms with the same formType.',
    matters:
      'A link would jump to the wrong section, one answer would overwrite another, or the relay would recognize only one of two forms and lose submissions to the other.',
    bad: '- { type: form, id: form, … }\n- { type: process, id: form, … }',
    good: '- { type: form, id: form, … }\n- { type: process, id: steps, … }',
    fix: 'Give one of them another name.',
  },
}).inFolder(duplicates)
