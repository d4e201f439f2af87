import { type Figures, fits, type Measure, measureNames, measures, showFigure } from '../diagnostics/measures.ts'

/** One thing that is wrong with a page of the built site. */
export interface Finding {
  /** Path of the page, or `*` for the whole site. */
  page: string
  /** Stable id, such as `budget/script`. */
  rule: string
  /** Value against limit, and the cause. */
  message: string
}

/** What one gate found out. */
export interface Outcome {
  findings: Finding[]
  /** By page. */
  figures?: Map<string, Figures>
}

/** Compares what was measured with what is allowed. `causes` says what a figure is made of. */
export function judge(
  page: string,
  figures: Figures,
  limits: Required<Figures>,
  causes: Partial<Record<Measure, string>> = {},
): Finding[] {
  return measureNames.flatMap((name) => {
    const value = figures[name]
    if (value === undefined || fits(name, value, limits[name])) return []
    const cause = causes[name]
    const message = `${showFigure(name, value)} of ${showFigure(name, limits[name])}${cause ? `  (${cause})` : ''}`
    return [{ page, rule: measures[name].rule, message }]
  })
}

/** The same thing on several pages is told once. */
export function groupFindings(findings: readonly Finding[]): (Omit<Finding, 'page'> & { pages: string[] })[] {
  const groups = new Map<string, Omit<Finding, 'page'> & { pages: string[] }>()
  for (const { page, rule, message } of findings) {
    const key = `${rule}\n${message}`
    const group = groups.get(key) ?? { rule, message, pages: [] }
    if (!group.pages.includes(page)) group.pages.push(page)
    groups.set(key, group)
  }
  return [...groups.values()]
}
