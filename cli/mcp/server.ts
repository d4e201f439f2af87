import { existsSync } from 'node:fs'
import { CLIENT_INFO_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createParseCache } from '../content/parse-cache.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { createAccess, createChanges } from '../editor/changes/changes.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { toAnswer, toErrorAnswer } from './answer.ts'
import { changeTools } from './change-tools.ts'
import { createLineFilter } from './line-filter.ts'
import { readTools } from './read-tools.ts'
import type { Tool, ToolContext } from './tool.ts'

const INSTRUCTIONS = `Edits the content files of a website. People edit the same files, so read before you edit.
1. Find what to edit with list, where and read; schema describes the fields.
2. propose saves edits under a name, without changing the site. It refuses edits that cause errors.
3. diff shows the changed files, and the changed text of each page. Report them to the person you work for.
4. apply changes the files. A person may have to approve the changes first. check lists all problems.
Translations are files such as content/pages/about.de.yaml, with pairs of a text (from) and its translation (to).`

export type McpOptions = Pick<ToolContext, 'folder' | 'approvedOnly'> & { version: string }

/**
 * Serves the tools on stdin and stdout. Runs calls one after the other, and reads the current content for each.
 * @returns a promise that resolves when stdin ends
 */
export function serveMcp({ folder, approvedOnly, version }: McpOptions): Promise<void> {
  const cache = createParseCache()
  const changes = createChanges(folder, createAccess(folder, cache))
  const inTurn = createSerialQueue()
  async function call(tool: Tool, input: Record<string, unknown>, client: string | undefined) {
    try {
      if (!existsSync(folder)) throw new Failure('The content folder no longer exists.', exitCodes.usage)
      const context = { folder, approvedOnly, client, cache, changes }
      return toAnswer(await tool.run(input, context), Number(input.offset ?? 0))
    } catch (error) {
      return toErrorAnswer(error)
    }
  }
  const createServer = () => {
    const server = new McpServer({ name: 'northshelf', version }, { instructions: INSTRUCTIONS })
    for (const tool of [...readTools, ...changeTools]) {
      const { name, title, description, input: inputSchema, readOnly = false } = tool
      const annotations = { readOnlyHint: readOnly, openWorldHint: false }
      server.registerTool(name, { title, description, inputSchema, annotations }, (input, context) => {
        const client = findClientName(context) ?? server.server.getClientVersion()?.name
        return inTurn(() => call(tool, input, client && cleanName(client)))
      })
    }
    return server
  }
  return new Promise((resolve) => {
    const report = (message: string) => void process.stderr.write(`${message}\n`)
    const input = process.stdin.pipe(createLineFilter(() => report('Ignored a message that is too long.')))
    serveStdio(createServer, {
      transport: new StdioServerTransport(input),
      onerror: ({ message }) => report(message),
    })
    input.once('end', resolve)
  })
}

/** Returns the name in a request's envelope, which clients of protocol revision 2026-07-28 send. */
function findClientName({ mcpReq: { envelope } }: ServerContext): string | undefined {
  return (envelope as Record<string, { name?: string } | undefined> | undefined)?.[CLIENT_INFO_META_KEY]?.name
}

/** Removes control characters and limits the length, as change sets require. */
function cleanName(name: string): string {
  return [...name.replace(/\p{C}/gu, '')].slice(0, 50).join('')
}
