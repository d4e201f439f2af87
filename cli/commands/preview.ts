import pc from 'picocolors'
import { createPreview, listen } from '../preview/server.ts'
import { exit, Failure } from '../report/failure.ts'
import type { CommonOptions } from './options.ts'

export interface PreviewOptions extends CommonOptions {
  host: string
  port: string
}

/** `site preview`: serves what was built, until it is interrupted. */
export async function preview(options: PreviewOptions): Promise<void> {
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Failure(`"${options.port}" is not a port: a number from 0 to 65535.`, exit.usage)
  const server = createPreview(options.out)
  const actual = await listen(server, options.host, port)
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${actual}`
  if (options.json) process.stdout.write(`${JSON.stringify({ version: 1, site: address })}\n`)
  else process.stdout.write(`\n  ${pc.bold('Site')}   ${pc.cyan(address)}\n\n  ${pc.dim('Ctrl+C stops it.')}\n`)
  await new Promise<void>((resolve) => {
    const stop = () => {
      server.close(() => resolve())
      server.closeAllConnections()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}
