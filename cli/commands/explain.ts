import pc from 'picocolors'
import { commandName } from '../diagnostics/command-name.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import type { Explanation } from '../diagnostics/problem.ts'
import { findNearestWord } from '../diagnostics/suggest.ts'
import { formatMetric, metricNames, pageMetrics, readThresholds } from '../diagnostics/thresholds.ts'
import { explanations } from '../rules/list.ts'
import { printJson } from './options.ts'

/** Words with which `site docs` finds the section about a group of rules. */
const guideWords: Readonly<Record<string, string>> = {
  date: 'schedule content',
  fact: 'change a fact',
  form: 'add a form',
  image: 'add a picture',
  link: 'change an address',
  schema: 'field reference',
  source: 'own-code',
}

/**
 * `site explain [rule]`: explains a rule with examples. Without an argument, lists all rules.
 * @throws Failure with exit code 2 if the rule is unknown
 */
export function runExplainCommand(rule: string | undefined, { json }: { json: boolean }): void {
  const rules = Object.keys(explanations)
  if (rule === undefined) {
    const widest = Math.max(...rules.map((id) => id.length))
    const lines = rules.map((id) => `  ${pc.bold(id.padEnd(widest))}  ${explanations[id]?.means}`)
    const list = Object.entries(explanations).map(([id, explanation]) => ({ rule: id, ...explanation }))
    if (json) printJson({ rules: list }, 2)
    else process.stdout.write(`${lines.join('\n')}\n`)
    return
  }
  const explanation = explanations[rule]
  const metric = metricNames.find((name) => pageMetrics[name].rule === rule)
  if (metric && !json) {
    const { title, unit } = pageMetrics[metric]
    const limit =
      unit === 'score' ? 'a page of the built site scores less than' : 'a page of the built site exceeds its limit of'
    process.stdout.write(
      `${pc.bold(rule)}\n  ${title}: ${limit} ${formatMetric(metric, readThresholds().limits[metric])}.\n  site audit measures it. The limits of single pages are in thresholds.yaml.\n`,
    )
    return
  }
  if (!explanation) {
    const suggestion =
      findNearestWord(rule, rules) ?? rules.find((id) => id.endsWith(`/${rule}`) || id.startsWith(`${rule}/`))
    const help = suggestion ? `Did you mean ${suggestion}?` : `${commandName} explain lists all rules.`
    throw new Failure(`There is no rule "${rule}". ${help}`, exitCodes.usage)
  }
  if (json) printJson({ rule, ...explanation }, 2)
  else process.stdout.write(page(rule, explanation))
}

function page(rule: string, { means, matters, bad, good, fix }: Explanation): string {
  const example = (mark: string, text: string) => text.replace(/^/gm, `  ${mark} `)
  const sections = {
    'Why it matters': `  ${matters}`,
    'Instead of': example(pc.red('✗'), bad),
    Write: example(pc.green('✓'), good),
    'How to fix it': `  ${fix}`,
    'Read more': `  ${commandName} docs ${guideWords[rule.split('/')[0] ?? ''] ?? 'check your changes'}`,
  }
  const texts = Object.entries(sections).map(([heading, text]) => `\n${pc.bold(heading)}\n${text}\n`)
  return `${pc.bold(rule)}\n  ${means}\n${texts.join('')}`
}
