import pc from 'picocolors'
import type { Mended } from '../check/fix.ts'
import { fromHere } from './from-here.ts'

/** The lines that fixes change, before and after. No fix adds or removes a line. */
export function changes({ file, before, after }: Mended, folder: string): string {
  const lines = (text: string) => text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const [old, now] = [lines(before), lines(after)]
  const digits = String(old.length).length
  const rows = old.flatMap((line, index) => {
    if (line === now[index]) return []
    const number = String(index + 1).padStart(digits)
    return [pc.red(`  - ${number} │ ${line}`), pc.green(`  + ${number} │ ${now[index] ?? ''}`)]
  })
  if (before.startsWith('\uFEFF') && !after.startsWith('\uFEFF')) rows.unshift(pc.red('  - the byte order mark'))
  return `${pc.bold(fromHere(file, folder))}\n${rows.join('\n')}\n`
}
