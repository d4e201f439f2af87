import { definitionOf } from '@northshelf/site/sections/definition.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Checks that a page has exactly one hero, which contains its main heading. */
export const headingRules = defineRules({
  'page/heading': {
    means: 'A page has no hero, or more than one: the hero holds the heading of the page.',
    matters: 'Search engines and screen readers ask for one heading that says what the page is.',
    bad: 'sections:\n  - { type: hero, … }\n  - { type: hero, … }',
    good: 'sections:\n  - { type: hero, … }\n  - { type: partner, … }',
    fix: 'Let the page begin with one hero, and use other sections below.',
  },
}).inFile(({ source, data, valid }) => {
  const { sections } = (data ?? {}) as { sections?: unknown }
  if (!source || !Array.isArray(sections)) return []
  const heroes = sections.flatMap((section, index) => (definitionOf(section?.type).opening ? [index] : []))
  const rule = 'page/heading'
  if (heroes.length === 0) {
    // An invalid section may be the hero.
    if (!valid) return []
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
