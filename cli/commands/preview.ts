import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import path from 'node:path'
import pc from 'picocolors'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { type KeptRelay, keepRelayRunning } from '../preview/kept-relay.ts'
import { waitForEndOfNpx } from '../preview/npx.ts'
import { startRelayProcess } from '../preview/relay-process.ts'
import { createPreviewServer, listen } from '../preview/server.ts'
import type { StudioSettings } from '../studio/settings.ts'
import { type CommonOptions, printJson } from './options.ts'

export interface PreviewOptions extends CommonOptions {
  host: string
  port: string
  relayData: string
  relay: boolean
}

/**
 * `site preview`: serves the build and the relay until it is interrupted.
 * @param onServing called once the pages are served, with access to the relay's leads; returns a function to call at
 * the end
 */
export async function runPreviewCommand(
  options: PreviewOptions,
  onServing?: (leads: StudioSettings['relay']) => Promise<() => unknown>,
): Promise<void> {
  await checkPort(options)
  let relay: KeptRelay | undefined
  let stop: Promise<() => unknown> | undefined
  const server = createPreviewServer(options.out, options.relay ? () => relay?.address : undefined)
  const interrupted = waitForInterrupt()
  const key = process.env.RELAY_LEADS_KEY ?? randomBytes(24).toString('base64url')
  try {
    // Start the relay first, so that every form on the served pages works.
    if (options.relay)
      relay = await keepRelayRunning(
        () =>
          startRelayProcess(path.resolve(options.out), path.resolve(options.relayData), {
            ...process.env,
            RELAY_LEADS_KEY: key,
          }),
        (message) => process.stderr.write(`${message}\n`),
      )
    const actual = await listen(server, options.host, parsePort(options), options.relayData)
    printAddresses(options, actual, relay !== undefined)
    const leads = {
      key,
      get url() {
        return relay?.address ?? ''
      },
    }
    stop = onServing?.(relay && leads)
    await interrupted
  } finally {
    await (await stop)?.()
    server.close()
    server.closeAllConnections()
    await relay?.stop()
  }
}

/** Resolves on SIGINT or SIGTERM, or when the npx that started this process ends. */
export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    void waitForEndOfNpx().then(resolve)
  })
}

/** @throws Failure if the port is invalid, taken, or requires privileges */
export async function checkPort(options: Pick<PreviewOptions, 'host' | 'port' | 'relayData'>): Promise<void> {
  const port = parsePort(options)
  if (port === 0) return
  const probe = createServer()
  await listen(probe, options.host, port, options.relayData)
  await new Promise((resolve) => probe.close(resolve))
}

/** @throws Failure if the port is invalid */
export function parsePort({ port }: Pick<PreviewOptions, 'port'>): number {
  const number = Number(port)
  if (port.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= 65535) return number
  throw new Failure(`Invalid port "${port}": expected a number from 0 to 65535.`, exitCodes.usage)
}

/** Prints the server's URLs. @param next a sentence that describes the next step */
export function printAddresses({ json, relayData, host }: PreviewOptions, port: number, relay: boolean, next = '') {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (json) return void printJson({ site: address, ...(relay && { inbox: `${address}/inbox` }) })
  const inbox = relay
    ? `  ${pc.bold('Inbox')}  ${pc.cyan(`${address}/inbox`)}  ${pc.dim(`form submissions, stored in ${shortenPath(path.resolve(relayData))}`)}\n`
    : ''
  process.stdout.write(
    `\n  ${pc.bold('Site')}   ${pc.cyan(address)}\n${inbox}\n  ${pc.dim(`${next}Press Ctrl+C to stop.`)}\n`,
  )
}
