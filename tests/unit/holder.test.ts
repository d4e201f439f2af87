import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findHolder, recordHolder, removeHolder } from '../../cli/preview/holder.ts'

function createData(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'holder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'relay')
}

describe('findHolder', () => {
  it('returns the process that recorded itself, until the record is removed', () => {
    const data = createData()
    recordHolder(data)
    expect(findHolder(data)).toBe(process.pid)
    removeHolder(data)
    expect(findHolder(data)).toBeUndefined()
  })

  it('returns undefined for a copy of a data folder whose process is running', () => {
    const data = createData()
    recordHolder(data)
    cpSync(data, `${data}-copy`, { recursive: true })
    expect(findHolder(`${data}-copy`)).toBeUndefined()
  })

  it('returns undefined if another process has received the id of the recorded one', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void other.kill())
    await once(other, 'spawn')
    const data = createData()
    recordHolder(data)
    const file = path.join(data, 'site.pid')
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, pid: other.pid }))
    expect(findHolder(data)).toBeUndefined()
  })

  it.each(['', '1', '0', 'NaN', '{"pid":1}', `{"pid":-1,"started":"","folder":"${realpathSync(tmpdir())}"}`])(
    'returns undefined for the record %j',
    (record) => {
      const data = createData()
      recordHolder(data)
      writeFileSync(path.join(data, 'site.pid'), record)
      expect(findHolder(data)).toBeUndefined()
    },
  )
})
