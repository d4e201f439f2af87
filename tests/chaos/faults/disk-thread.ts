import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Has strace follow the one thread that does the disk work of this process, which needs UV_THREADPOOL_SIZE=1. Only
 * that one: strace counts calls by thread, and what Node reads in the main thread to load itself is no matter of
 * ours. Without options nothing is followed.
 * @returns ends that
 */
export async function traceDiskThread(options: readonly string[]): Promise<() => Promise<void>> {
  if (options.length === 0) return async () => {}
  const before = readByThreads()
  const { length } = await readFile(import.meta.filename)
  const thread = [...readByThreads()].find(([id, bytes]) => bytes - (before.get(id) ?? 0) >= length)?.[0]
  if (thread === undefined) throw new Error('the thread that works for the disk is not told apart')
  writeApart()
  const strace = spawn('strace', ['-qq', '-p', thread, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(strace, 'exit')
  while (/^TracerPid:\s+0$/m.test(readFileSync(`/proc/self/task/${thread}/status`, 'utf8'))) {
    if (strace.exitCode !== null) throw new Error('strace may not follow here')
    await pause(1)
  }
  return async () => {
    strace.kill('SIGTERM')
    await ended
  }
}

/** Bytes that each thread has read so far. */
function readByThreads(): Map<string, number> {
  const bytes = (id: string) => Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/self/task/${id}/io`, 'utf8'))?.[1])
  return new Map(readdirSync('/proc/self/task').map((id) => [id, bytes(id)]))
}

/**
 * The thread also writes to wake the main thread, which no disk can fail. So that those calls are not counted with the
 * others, files are written by `writev`: libuv takes it for more than one piece.
 */
function writeApart(): void {
  // biome-ignore lint/suspicious/noExplicitAny: Node does not describe its insides.
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
