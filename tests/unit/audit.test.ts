import { describe, expect, it } from 'vitest'
import { byProcessorTime } from '../../cli/audit/processor-time.ts'
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

describe('a trace by processor time', () => {
  const at = { pid: 1, tid: 1 }
  /** Took 100 ms, of which other work had 70: 10 before the layout, 60 in it. */
  const task = { ...at, name: 'RunTask', ts: 1000, dur: 100, tts: 400, tdur: 30 }
  const layout = { ...at, name: 'Layout', ts: 1020, dur: 80, tts: 410, tdur: 20 }

  it('has tasks as long as they kept the processor, and what is in them where it was by that', () => {
    expect(byProcessorTime([layout, task])).toEqual([
      { ...layout, ts: 1010, dur: 20 },
      { ...task, dur: 30 },
    ])
  })

  it('takes a task within a task as a part of it', () => {
    const inner = { ...task, ts: 1040, dur: 20, tts: 412, tdur: 8 }
    const paint = { ...at, name: 'Paint', ts: 1090, dur: 10, tts: 425, tdur: 5 }
    expect(byProcessorTime([task, inner, paint]).map(({ ts, dur }) => [ts, dur])).toEqual([
      [1000, 30],
      [1012, 8],
      [1025, 5],
    ])
  })

  it('keeps a moment without processor time inside its task', () => {
    const mark = { ...at, name: 'mark', ts: 1099 }
    expect(byProcessorTime([task, mark])[1]).toEqual({ ...mark, ts: 1030 })
  })

  it('leaves other threads alone, and what is in no task', () => {
    const others = [
      { ...layout, tid: 2 },
      { ...layout, ts: 1100 },
      { ...layout, ts: 900 },
    ]
    expect(byProcessorTime([task, ...others]).slice(1)).toEqual(others)
  })
})
