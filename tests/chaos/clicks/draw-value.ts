import { alike, ODD } from '../edits/draw-change.ts'
import type { Action } from './list-actions.ts'

const TYPED: Readonly<Record<string, readonly string[]>> = {
  number: ['', '0', '-1', '12.5', ' 7 ', 'many', '1e3', '99999999', '0x1F', '1,5'],
  date: ['2026-02-03', '2031-12-31', '2020-01-01', ''],
}
/** What fields are never given by typing. */
const UNTYPED = /\r/

/** What somebody types into a field that says something already: a little other, something odd, or nothing. */
export function drawTyped({ kind, act }: Action, written: string, random: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  if (act === 'set' && TYPED[kind])
    return kind === 'number' && written !== '' && random() < 0.5
      ? String(alike(Number(written), random))
      : pick(TYPED[kind])
  if (kind === 'body')
    return (
      written +
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
  if (drawn < 0.65 && written !== '') return String(alike(written, random))
  return pick(ODD.filter((one): one is string => typeof one === 'string' && !UNTYPED.test(one)))
}
