import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Attaches strace to the thread that does this process's disk work. The process must run with UV_THREADPOOL_SIZE=1.
 * Excludes the main thread, because strace counts calls per thread and the main thread's calls only load Node itself.
 * Does nothing without options.
 * @returns a function that detaches strace
 */
export async function traceDiskThread(options: readonly string[]): Promise<() => Promise<void>> {
  if (options.length === 0) return async () => {}
  const before = readByThreads()
  const { length } = await readFile(import.meta.filename)
  const thread = [...readByThreads()].find(([id, bytes]) => bytes - (before.get(id) ?? 0) >= length)?.[0]
  if (thread === undefined) throw new Error('cannot identify the disk thread')
  writeWithWritev()
  const strace = spawn('strace', ['-qq', '-p', thread, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(strace, 'exit')
  while (/^TracerPid:\s+0$/m.test(readFileSync(`/proc/self/task/${thread}/status`, 'utf8'))) {
    if (strace.exitCode !== null) throw new Error('strace cannot attach')
    await pause(1)
  }
  return async () => {
    strace.kill('SIGTERM')
    await exited
  }
}

/** Returns how many bytes each thread has read so far. */
function readByThreads(): Map<string, number> {
  const bytes = (id: string) => Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/self/task/${id}/io`, 'utf8'))?.[1])
  return new Map(readdirSync('/proc/self/task').map((id) => [id, bytes(id)]))
}

/**
 * Makes Node write files with `writev`, the call that libuv uses for multiple buffers. `write` cannot be traced
 * instead, because the disk thread also calls it to wake the main thread.
 */
function writeWithWritev(): void {
  // biome-ignore lint/suspicious/noExplicitAny: Node's internals have no types.
  const binding = (process as any).binding('fs')
  const { writeBuffer, writeBuffers } = binding
  binding.writeBuffer = (
    fd: number,
    bytes: Buffer,
    offset: number,
    length: number,
    at: number | null,
    ...rest: unknown[]
  ) =>
    rest[0] === undefined
      ? writeBuffer(fd, bytes, offset, length, at, ...rest)
      : writeBuffers(fd, [bytes.subarray(offset, offset + length), Buffer.alloc(0)], at, ...rest)
}
