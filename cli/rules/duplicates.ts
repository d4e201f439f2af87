import { faqs } from '@northshelf/site/collections/faq.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import { testimonials } from '@northshelf/site/collections/testimonial.ts'
import { getAddressFieldPath, listAddresses } from '../content/addresses.ts'
import { memoize } from '../content/memoize.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { listReferences } from '../content/schema/walk-schema.ts'
import { valueAt } from '../content/value-at.ts'
import type { ValuePath } from '../content/yaml/source.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../diagnostics/problem.ts'
import { createDuplicateProblem, defineRules, type FieldLocation, findDuplicates } from './rule.ts'

/** A name or text that must be unique, with the field or file that defines it. */
interface Named extends FieldLocation {
  name: string
}

export const repeatedEntryRules = defineRules({
  'ref/repeated': {
    means: 'A list contains the same entry twice, or a page quotes the same client twice.',
    matters: 'Repetition makes the rest of the page look like filler.',
    bad: 'items:\n  - harbor-coffee\n  - quinn-lamps\n  - harbor-coffee',
    good: 'items:\n  - harbor-coffee\n  - quinn-lamps',
    fix: 'Remove one of them, or use another entry.',
  },
}).inFile((file) => {
  const { source } = file
  if (!source) return []
  const references = listReferences(file).flatMap(({ collection, slug, path }) => {
    const list = path.findLastIndex((step) => typeof step === 'number')
    const namedOnce = collections.find(({ name }) => name === collection)?.referencedOnce
    if (slug === '' || (!namedOnce && list !== path.length - 1)) return []
    const scope = namedOnce === 'page' ? [] : path.slice(0, list)
    return { key: [collection, slug, ...scope].join('\n'), slug, range: () => source.rangeOfWord(path, slug) }
  })
  return findDuplicates(references, ({ key }) => key).map(([{ slug, range }, first]) => {
    const help = 'Remove it, or use another entry.'
    const related = [createRelatedLocation(source, first.range(), 'first used here')]
    return createProblemAt(source, range(), { rule: 'ref/repeated', message: `"${slug}" is used twice`, help, related })
  })
})

export const duplicateRules = defineRules({
  'text/repeated': {
    means: 'A list contains the same question twice, or two testimonials have the same quote.',
    matters: 'Visitors who read the same quote from two clients trust neither.',
    bad: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the account?, answer: You do. }',
    good: 'items:\n  - { question: Who owns the account?, answer: You. }\n  - { question: Who owns the photos?, answer: You do. }',
    fix: 'Remove one of them, or correct it.',
  },
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
}).inFolder(({ files }) => {
  const pages = listAddresses(files).map(({ path, file }) => ({ file, path: getAddressFieldPath(file), name: path }))
  // Report the problem at a path field if possible, because changing it is easier than renaming a file.
  const fixedFirst = pages.sort((a, b) => Number(a.path !== undefined) - Number(b.path !== undefined))
  return [
    ...listRepeatedTexts(files),
    ...repeated(fixedFirst, 'path/duplicate', 'two pages have the address', 'Give one of them another path.'),
    ...collections.flatMap((collection) => {
      // `unique` is a field such as the form type, by which the relay identifies a form.
      const { name, unique } = collection
      if (!unique) return []
      const listed = files.flatMap((file) => {
        const value = (file.data as Record<string, unknown> | undefined)?.[unique]
        return file.collection === collection && typeof value === 'string' ? { file, path: [unique], name: value } : []
      })
      return repeated(listed, 'id/duplicate', `two ${name} have the ${unique}`, `Give one of them another ${unique}.`)
    }),
    ...files.flatMap(repeatedInside),
  ]
})

function repeated(named: readonly Named[], rule: string, message: string, help: string): Problem[] {
  return findDuplicates(named, ({ name }) => name).map(([item, first]) =>
    createDuplicateProblem(item, first, { rule, message: `${message} ${item.name}`, help }),
  )
}

function listRepeatedTexts(files: readonly ParsedFile[]): Problem[] {
  const isQuestion = ({ file }: Named) => file.collection === faqs
  // Questions are compared only with questions in the same list.
  const keyOf = (text: Named) => (isQuestion(text) ? `${text.file.file}\n${text.name}` : text.name)
  return findDuplicates(files.flatMap(listTexts), keyOf).map(([text, first]) => {
    const message = isQuestion(text)
      ? 'this list has the same question twice'
      : 'another testimonial has the same quote'
    const help = 'Remove one of them, or correct it.'
    return createDuplicateProblem(text, first, { rule: 'text/repeated', severity: 'warning', message, help })
  })
}

/** Lists questions and quotes in lower case, without markup or punctuation. */
const listTexts = memoize((file: ParsedFile): Named[] => {
  const { collection, data } = file
  const { quote, items } = (data ?? {}) as { quote?: unknown; items?: unknown }
  const texts: [ValuePath, unknown][] =
    collection === testimonials
      ? [[['quote'], quote]]
      : collection === faqs && Array.isArray(items)
        ? items.map((item, index) => [['items', index, 'question'], item?.question])
        : []
  return texts.flatMap(([path, text]) => {
    if (typeof text !== 'string' || text.includes('TODO')) return []
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
    return name ? { file, path, name } : []
  })
})

const repeatedInside = memoize((file: ParsedFile) => {
  const data = file.data as Record<string, unknown> | undefined
  if (!data) return []
  const check = (what: string, names: readonly Named[]) =>
    repeated(names, 'id/duplicate', `two ${what} have the name`, 'Give one of them another name.')
  const at = (list: unknown, path: ValuePath, key: string): Named[] =>
    (Array.isArray(list) ? list : []).flatMap((item, index) => {
      const name = item?.[key]
      return typeof name === 'string' ? [{ file, path: [...path, index, key], name }] : []
    })
  const groups = Array.isArray(data.groups) ? data.groups : []
  const fields = groups.map((group, index) => ({ list: group?.fields, path: ['groups', index, 'fields'] }))
  const fieldNames = fields.flatMap(({ list, path }) => at(list, path, 'name'))
  // One provider may load several scripts.
  const services = at(data.measurement, ['measurement'], 'provider').map((service) => {
    const script = valueAt(data, [...(service.path ?? []).slice(0, -1), 'script'])
    return { ...service, name: typeof script === 'string' ? `${service.name} ${script}` : service.name }
  })
  return [
    ...check('sections', at(data.sections, ['sections'], 'id')),
    ...check('groups', at(data.serviceGroups, ['serviceGroups'], 'id')),
    ...check('locations', at(data.locations, ['locations'], 'name')),
    ...repeated(services, 'id/duplicate', 'two entries of "measurement" load', 'Remove one of them.'),
    ...check('fields', fieldNames),
    ...fields.flatMap(({ list, path }) =>
      (Array.isArray(list) ? list : []).flatMap((field, index) =>
        check('choices', at(field?.options, [...path, index, 'options'], 'value')),
      ),
    ),
  ]
})
