import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { projectRoot } from '../../cli/paths.ts'
import { cleanEnvironment } from '../run-site.ts'

/** Copies a content folder into a new git repository. */
export function createRepository(source: string, name = path.basename(source)) {
  const home = mkdtempSync(path.join(tmpdir(), 'mcp-'))
  const content = path.join(home, name)
  cpSync(source, content, { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', home, '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      encoding: 'utf8',
    })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'First')
  return {
    home,
    content,
    git,
    read: (file: string) => readFileSync(path.join(home, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(path.join(home, file), text),
    /** Restores the committed files and deletes all others. */
    reset() {
      git('reset', '--quiet', '--hard')
      git('clean', '--quiet', '-xdf')
    },
    /** Folder of the lock and the journal of the processes that write to the content folder. */
    state: path.join(home, '.northshelf', 'writes', path.basename(content)),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
export type Repository = ReturnType<typeof createRepository>

/** The result of a tool, parsed from its JSON; `error` is set if the call failed. */
export interface Result {
  error?: string
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own result
  [name: string]: any
}

/** Returns the arguments for Node that start `site mcp`. */
export function listMcpArguments(content: string, options: string[] = []): string[] {
  return [path.join(projectRoot, 'scripts', 'site.mjs'), 'mcp', '--content', content, ...options]
}

/** Starts `site mcp` and connects a client to it. @param env additional environment variables */
export async function startMcp(content: string, options: string[] = [], nodeOptions: string[] = [], env: object = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...nodeOptions, ...listMcpArguments(content, options)],
    env: { ...cleanEnvironment(), ...env } as Record<string, string>,
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', (text) => {
    log += text
  })
  const client = new Client({ name: 'test-agent', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    pid: transport.pid,
    /** Returns everything that the server has written to stderr. */
    log: () => log,
    async call(name: string, args: Record<string, unknown> = {}): Promise<Result> {
      const { content: parts, isError } = await client.callTool({ name, arguments: args })
      const [part] = parts as { text: string }[]
      const text = part?.text ?? ''
      if (!text.startsWith('{')) return { error: text }
      const result = JSON.parse(text)
      if ((isError ?? false) !== 'error' in result) throw new Error(`isError is ${isError}: ${text}`)
      return result
    },
    close: () => client.close(),
  }
}
export type Mcp = Awaited<ReturnType<typeof startMcp>>
