import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

/** Runs `site dev` in a separate process on a copy of a content folder, by default the harbor test site. */
export async function runDev({
  root = projectRoot,
  // A project copy lacks the packages that compile the tool, so tsx runs the tool's source.
  program = root === projectRoot ? ['scripts/site.mjs'] : ['--import', 'tsx', 'cli/main.ts'],
  site: source = path.join(projectRoot, 'tests', 'sites', 'harbor'),
  host = '127.0.0.1',
  relay = false,
  prepare,
  now,
}: {
  root?: string
  /** Arguments for Node that run the command line tool. */
  program?: readonly string[]
  site?: string
  host?: string
  /** Whether to start the relay, which the inbox and sent forms need. */
  relay?: boolean
  prepare?: (content: string) => void
  now?: string
} = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  const content = path.join(folder, path.basename(source))
  cpSync(source, content, { recursive: true })
  prepare?.(content)
  const options = { content, out: path.join(folder, 'out'), 'relay-data': path.join(folder, 'relay'), port: '0', host }
  const child = spawn(
    process.execPath,
    [
      ...program,
      'dev',
      ...(relay ? [] : ['--no-relay']),
      ...Object.entries({ ...options, ...(now && { now }) }).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { cwd: root, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  let isStopping = false
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code, signal) => {
      if (!isStopping) console.error(`site dev ended with ${code ?? signal}: ${output}`)
      resolve(code)
    }),
  )
  const site = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const address = /Site +(http\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    void ended.then((code) => reject(new Error(`site dev ended with ${code}: ${output}`)))
  })
  const file = (name: string) => path.join(content, name)
  return {
    site,
    file,
    /** Returns everything printed so far. */
    output: () => output,
    read: (name: string) => readFileSync(file(name), 'utf8'),
    write: (name: string, text: string | Buffer) => writeFileSync(file(name), text),
    edit: (name: string, from: string | RegExp, to: string) => {
      const text = readFileSync(file(name), 'utf8')
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`${name} has no ${from}`)
      writeFileSync(file(name), changed)
    },
    options,
    pid: child.pid,
    /** Kills the process without letting it clean up. */
    async kill(): Promise<void> {
      isStopping = true
      child.kill('SIGKILL')
      await ended
    },
    clean: () => rmSync(folder, { recursive: true, force: true }),
    /** Interrupts the process like Ctrl+C, and deletes the temporary folder. @returns the exit code */
    async stop(): Promise<number | null> {
      isStopping = true
      child.kill('SIGINT')
      const code = await ended
      this.clean()
      return code
    },
  }
}
export type RunningDev = Awaited<ReturnType<typeof runDev>>
