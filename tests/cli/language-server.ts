import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** The parts of a Language Server Protocol message that this client uses. */
interface Message {
  id?: number
  method?: string
  params?: { uri?: string; items?: { section: string }[]; diagnostics?: { message: string }[] }
  result?: unknown
}

/** Starts the recommended VS Code extension's language server with the settings of a workspace. */
export async function startLanguageServer(workspace: string) {
  const require = createRequire(import.meta.url)
  const home = path.dirname(require.resolve('yaml-language-server/package.json'))
  const child = spawn(process.execPath, [path.join(home, 'bin', 'yaml-language-server'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const settings = JSON.parse(readFileSync(path.join(workspace, '.vscode', 'settings.json'), 'utf8'))
  const root = pathToFileURL(workspace).href
  const answers = new Map<number, (result: unknown) => void>()
  const listeners = new Map<string, (messages: string[]) => void>()
  let count = 0

  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  const ask = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve) => {
      count += 1
      answers.set(count, resolve as (result: unknown) => void)
      send({ id: count, method, params })
    })
  const receive = ({ id, method, params, result }: Message) => {
    if (method === 'workspace/configuration')
      send({
        id,
        result: params?.items?.map(({ section }) =>
          section === 'yaml' ? { schemas: settings['yaml.schemas'], completion: true, validate: true } : {},
        ),
      })
    else if (method === 'textDocument/publishDiagnostics')
      listeners.get(params?.uri ?? '')?.(params?.diagnostics?.map(({ message }) => message) ?? [])
    else if (method && id !== undefined) send({ id, result: null })
    else if (id !== undefined) answers.get(id)?.(result)
  }
  let buffer = Buffer.alloc(0)
  child.stdout.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data])
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1])
      if (end < 0 || buffer.length < end + 4 + length) return
      const text = buffer.subarray(end + 4, end + 4 + length).toString()
      buffer = buffer.subarray(end + 4 + length)
      receive(JSON.parse(text) as Message)
    }
  })

  await ask('initialize', {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'site' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { completion: { completionItem: {} }, publishDiagnostics: {} },
    },
  })
  send({ method: 'initialized', params: {} })
  const open = (file: string, text: string): string => {
    const uri = pathToFileURL(path.join(workspace, file)).href
    send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } })
    return uri
  }

  return {
    /** Returns the completions at the `|` in the given file content. */
    async complete(file: string, marked: string): Promise<string[]> {
      const before = marked.slice(0, marked.indexOf('|')).split('\n')
      const uri = open(file, marked.replace('|', ''))
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
      const { items } = await ask<{ items: { label: string }[] }>('textDocument/completion', {
        textDocument: { uri },
        position,
      })
      return items.map(({ label }) => label)
    },
    /** Returns the diagnostics for a file with the given content. */
    diagnose(file: string, text: string): Promise<string[]> {
      return new Promise((resolve) => {
        listeners.set(pathToFileURL(path.join(workspace, file)).href, resolve)
        open(file, text)
      })
    },
    stop: () => child.kill(),
  }
}
