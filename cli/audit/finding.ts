import { type Figures, fits, type Measure, measureNames, measures, showFigure } from '../diagnostics/measures.ts'

/** A problem on a page of the built site. */
export interface Finding {
  /** Path of the page, or `*` for the whole site. */
  page: string
  /** Stable id, such as `budget/script`. */
  rule: string
  /** States the measured value, the limit and the cause. */
  message: string
}

/** Result of a check. */
export interface Outcome {
  findings: Finding[]
  /** Measurements by page. */
  figures?: Map<string, Figures>
}

/** Returns a finding for each figure that exceeds its limit. @param causes explain what contributes to each figure */
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

/** Groups equal findings on different pages. */
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
