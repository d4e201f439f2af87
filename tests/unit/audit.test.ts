import { describe, expect, it } from 'vitest'
import { gating } from '../../cli/audit/lighthouse.ts'
import { slowMachine } from '../../cli/audit/pretty.ts'

describe('what Lighthouse measures', () => {
  const figures = { performance: 80, accessibility: 90, firstPaint: 5000, blocking: 900, loadShift: 0.5 }

  it('fails a page by no time, and by performance only on a machine that is fit to tell', () => {
    expect(gating(figures, 1000)).toEqual({ performance: 80, accessibility: 90, loadShift: 0.5 })
    expect(gating(figures, 999)).toEqual({ accessibility: 90, loadShift: 0.5 })
  })

  it('is said to be told only, where the machine is slow', () => {
    const audited = { pages: [], gates: [], findings: [], figures: new Map() }
    expect(slowMachine({ ...audited, speed: 1200 })).toBeUndefined()
    expect(slowMachine({ ...audited, speed: 520 })).toMatch(
      /\(Lighthouse benchmark 520, needs 1,000\): low scores are reported, but do not fail the audit\.$/,
    )
  })
})
