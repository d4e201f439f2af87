import { expect, it } from 'vitest'
import { createSerialQueue } from '../../cli/serial-queue.ts'

it('createSerialQueue starts a task only after all earlier tasks have ended, even if one fails', async () => {
  const inTurn = createSerialQueue()
  const events: string[] = []
  const run = (name: string) =>
    inTurn(async () => {
      events.push(`${name} starts`)
      // If tasks did not wait for each other, the next one would start now.
      await new Promise(setImmediate)
      events.push(`${name} ends`)
      if (name === 'second') throw new Error('second fails')
      return name
    })
  const results = await Promise.allSettled(['first', 'second', 'third'].map(run))
  expect(results).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: new Error('second fails') },
    { status: 'fulfilled', value: 'third' },
  ])
  expect(events).toEqual([
    ...['first starts', 'first ends'],
    ...['second starts', 'second ends'],
    ...['third starts', 'third ends'],
  ])
})
