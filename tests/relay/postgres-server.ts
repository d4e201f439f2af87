import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'

/** Debian installs each version's programs in a separate folder. */
const DEBIAN = '/usr/lib/postgresql'
/** Folder that contains the PostgreSQL programs, if installed. */
export const postgresPrograms = [
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => path.join(DEBIAN, version, 'bin')) : []),
  ...(process.env.PATH ?? '').split(path.delimiter),
].find((folder) => existsSync(path.join(folder, 'initdb')))

/** Id of the user that runs the server, because PostgreSQL refuses to run as root. */
const NOBODY = 65534
const user = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

/**
 * Starts a server on a free local port, with an empty database `relay`. It stops even if this process is killed.
 * @param parent parent of the data folder; by default in memory, which suffices because no test simulates a power cut
 */
export async function startPostgres(parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()) {
  const folder = mkdtempSync(path.join(parent, 'postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  await run('initdb', '-D', data, '-U', 'relay', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync')
  const url = `postgres://relay@127.0.0.1:${port}/relay`
  let server: ChildProcess | undefined

  /** Starts the server and waits until it responds. Retries while a killed server's connections are closing. */
  async function start(...settings: string[]): Promise<void> {
    if (server?.exitCode === null) return
    const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB', ...settings]
    const line = ['postgres', '-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])]
    // When this process ends for any reason, stdin closes, and the script stops the server and deletes its folder.
    const clear = 'kill -INT $server && while kill -0 $server; do sleep 0.1; done && rm -rf "$PWD"'
    const script = `exec 3<&0; "$@" 3<&- & server=$!; (cat <&3; ${clear}) >&2 & wait $server`
    for (;;) {
      const child = spawn(
        'sh',
        ['-c', script, 'sh', path.join(postgresPrograms ?? '', line[0] ?? ''), ...line.slice(1)],
        {
          ...{ ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
        },
      )
      server = child
      let exited = false
      child.once('exit', () => {
        exited = true
        child.stdin?.destroy()
      })
      while (!exited)
        if (await query('SELECT 1', 'postgres').catch(() => undefined)) return
        else await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const ended = server && once(server, 'exit')
    process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), signal)
    if (signal === 'SIGINT' || signal === 'SIGKILL') await ended
  }

  await start()
  await query('CREATE DATABASE relay', 'postgres')

  async function query(text: string, database = 'relay', as = 'relay'): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url.replace('relay@', `${as}@`).replace(/relay$/, database) })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  return {
    url,
    port,
    query,
    start,
    /** Stops the server; `start` starts it again. */
    stop: () => end('SIGINT'),
    /** Returns the id of the first transaction after the next start. Call while the server is stopped. */
    readNextTransaction(): number {
      const program = path.join(postgresPrograms ?? '', 'pg_controldata')
      const state = execFileSync(program, [data], { encoding: 'utf8', env: { LC_ALL: 'C' } })
      return Number(/NextXID: +\d+:(\d+)/.exec(state)?.[1])
    },
    /** Kills the server with SIGKILL; `start` must restore all confirmed data. */
    kill: () => end('SIGKILL'),
    async remove(): Promise<void> {
      if (server?.exitCode === null) await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function run(program: string, ...args: string[]): Promise<void> {
    const child = spawn(path.join(postgresPrograms ?? '', program), args, { ...user, cwd: folder, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
