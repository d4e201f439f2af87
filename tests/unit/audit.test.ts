import { describe, expect, it } from 'vitest'
import { slowdownFor } from '../../cli/audit/slowdown.ts'
import { slowMachine } from '../../cli/audit/tell.ts'

describe('how much Lighthouse slows a machine down', () => {
  it.each([
    [2000, 4],
    [1000, 4],
    [500, 2],
    [100, 1],
  ])('for a rating of %i is %d times', (rating, times) => {
    expect(slowdownFor(rating)).toBe(times)
  })

  it('is told where it is less than usual', () => {
    const audited = { pages: [], gates: [], findings: [], figures: new Map() }
    expect(slowMachine({ ...audited, speed: 1200 })).toBeUndefined()
    expect(slowMachine({ ...audited, speed: 520 })).toMatch(
      /\(520; 1,000 and more is usual\).* 2\.1 instead of 4 times\.$/,
    )
  })
})
