import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '../needs.ts'
import { temporaryFolder } from './spool-fixture.ts'

const script = path.join(import.meta.dirname, 'commit-once.ts')

test('a commit syncs its files and folders in the specified order before the response', needs('strace'), async () => {
  const folder = await temporaryFolder()
  const log = path.join(folder, 'calls')
  const spool = path.join(folder, 'spool')
  const calls = ['fsync', 'fdatasync', 'rename', 'renameat', 'renameat2', 'write']
  execFileSync('strace', [
    ...['-f', '-y', '-s', '200', '-o', log, '-e', `trace=${calls.join(',')}`],
    ...[process.execPath, '--import', 'tsx', script, spool],
  ])
  const lines = (await readFile(log, 'utf8')).split('\n')
  const from = lines.findIndex((line) => line.includes('"BEGIN\\n"'))
  const to = lines.findIndex((line) => line.includes('"ANSWER\\n"'))
  expect(from).toBeGreaterThan(0)
  const steps = finished(lines.slice(from, to)).flatMap((line) => describe(line, spool))
  expect(steps).toEqual([
    'sync tmp/ID/0.bin',
    'sync tmp/ID/1.bin',
    'sync tmp/ID/envelope.json',
    'sync tmp/ID',
    'rename tmp/ID to queue/ID',
    'sync queue',
  ])
})

/** Lists calls in the order in which they ended. strace splits a call into two lines if another call ends first. */
function finished(lines: readonly string[]): string[] {
  const open = new Map<string, string>()
  return lines.flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      open.set(thread, rest.replace(/\s*<unfinished \.\.\.>$/, ''))
      return []
    }
    const [, second] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    return [second === undefined ? rest : (open.get(thread) ?? '') + second]
  })
}

function describe(line: string, spool: string): string[] {
  const short = (name = ''): string => path.relative(spool, name).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')
  const sync = /^f(?:data)?sync\(\d+<([^>]+)>\)\s+= 0/.exec(line)
  if (sync) return [`sync ${short(sync[1])}`]
  const rename = /^rename\w*\((?:AT_FDCWD\S*, )?"([^"]+)", (?:AT_FDCWD\S*, )?"([^"]+)".*= 0/.exec(line)
  return rename ? [`rename ${short(rename[1])} to ${short(rename[2])}`] : []
}
