import { alike, UNUSUAL_VALUES } from '../edits/draw-change.ts'
import type { Action } from './list-actions.ts'

const TYPED: Readonly<Record<string, readonly string[]>> = {
  number: ['', '0', '-1', '12.5', ' 7 ', 'many', '1e3', '99999999', '0x1F', '1,5'],
  date: ['2026-02-03', '2031-12-31', '2020-01-01', ''],
}
/** Matches values that cannot be typed. */
const UNTYPABLE = /\r/

/** Picks random text to type into a field: its current text slightly changed, unusual text, or no text. */
export function drawTyped({ kind, act }: Action, current: string, random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  if (act === 'set' && TYPED[kind])
    return kind === 'number' && current !== '' && random() < 0.5
      ? String(alike(Number(current), random))
      : pick(TYPED[kind])
  if (kind === 'body')
    return (
      current +
      pick([
        '\n\nAnother paragraph.\n',
        '\n\n---\n\nAfter a line.\n',
        ' [nowhere](/nowhere)',
        '\n\n## {no-such-fact}\n',
        '\n\n- one\n- two\n',
        '\n\n![](../images/nothing.png)\n',
      ])
    )
  const drawn = random()
  if (drawn < 0.1) return ''
  if (drawn < 0.65 && current !== '') return String(alike(current, random))
  return pick(UNUSUAL_VALUES.filter((value): value is string => typeof value === 'string' && !UNTYPABLE.test(value)))
}
