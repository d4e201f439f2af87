import { availableParallelism, loadavg } from 'node:os'

const ADDITIONS = 300_000_000

/** Describes the machine so that runs can be compared: Node version, cores, load, and the speed of one core. */
export function describeMachine(): string {
  const begin = process.cpuUsage()
  let sum = 0
  for (let number = 0; number < ADDITIONS; number += 1) sum += number
  const { user, system } = process.cpuUsage(begin)
  const loop = `${ADDITIONS / 1e6} million additions (${sum.toPrecision(2)}) ${((user + system) / 1000).toFixed(0)} ms`
  return `node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, ${loop}`
}
