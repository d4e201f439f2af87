import { getSectionDefinition } from '@northshelf/site/sections/definition.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Checks that a page has exactly one hero section, which contains its main heading. */
export const headingRules = defineRules({
  'page/heading': {
    means: 'A page has no hero, or more than one. The hero contains the main heading.',
    matters: 'Search engines and screen readers expect one main heading per page.',
    bad: 'sections:\n  - { type: hero, … }\n  - { type: hero, … }',
    good: 'sections:\n  - { type: hero, … }\n  - { type: partner, … }',
    fix: 'Start the page with one hero, and use other sections below it.',
  },
}).inFile(({ source, data, valid }) => {
  const { sections } = (data ?? {}) as { sections?: unknown }
  if (!source || !Array.isArray(sections)) return []
  const heroes = sections.flatMap((section, index) => (getSectionDefinition(section?.type).opening ? [index] : []))
  const rule = 'page/heading'
  if (heroes.length === 0) {
    // Skip invalid pages, because an invalid section may be the hero.
    if (!valid) return []
    const help = 'Start the page with a section of type hero.'
    return [
      createProblemAt(source, source.range(['sections'], 'key'), { rule, message: 'this page has no heading', help }),
    ]
  }
  return heroes.slice(1).map((index) =>
    createProblemAt(source, source.range(['sections', index, 'type']), {
      rule,
      message: 'this page already has a hero, which contains its heading',
      help: 'Use another section type: "partner" also has a heading, text, buttons and a drawing.',
    }),
  )
})
