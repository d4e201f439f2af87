import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { checkOutputFolder } from '../build/check-output-folder.ts'
import { cacheRoot } from '../cache.mjs'
import { scriptUrl, startComponentServer, toModuleUrl } from '../dev/components.ts'
import { createDevRelay } from '../dev/dev-relay.ts'
import { createLiveSite, type SaveReport } from '../dev/live-site.ts'
import { formatReport, formatReportAsJson } from '../dev/pretty-report.ts'
import { createUnsavedPreview, getDevHeaders } from '../dev/render-page.ts'
import { createRequestHandler } from '../dev/server.ts'
import { watchFolder } from '../dev/watch-folder.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { Failure, toSystemFailure } from '../diagnostics/failure.ts'
import { findWriteProblem } from '../diagnostics/find-write-problem.ts'
import { createProgressReporter } from '../diagnostics/progress.ts'
import { editor } from '../editor/editor.ts'
import { serveOwnHost } from '../preview/hosts.ts'
import { listen } from '../preview/server.ts'
import { type EditionOptions, parseEdition } from './options.ts'
import { type PreviewOptions, parsePort, printAddresses, waitForInterrupt } from './preview.ts'

/** Milliseconds for Vite and the file watchers to close. They hold no data. */
const CLOSE_TIMEOUT = 2000

const WITHOUT_RELAY = 'Forms do not work: without a cache, the relay cannot be compiled.'

/** `site dev`: serves the current files, the relay and an inbox until it is interrupted. */
export async function runDevCommand(options: PreviewOptions & EditionOptions): Promise<void> {
  const { json, quiet, now } = options
  const chosen = parseEdition(options)
  const folder = path.resolve(options.content)
  checkOutputFolder(path.resolve(options.out), folder)
  const uncached = findWriteProblem(cacheRoot)
  const progress = createProgressReporter(quiet || json)
  const print = (report: SaveReport) => {
    progress.clear()
    if (json) process.stdout.write(`${formatReportAsJson(report)}\n`)
    else if (report.kind === 'problems' || report.kind === 'error') process.stderr.write(`\n${formatReport(report)}\n`)
    else if (!quiet) process.stdout.write(`${formatReport(report)}\n`)
  }
  const relay = options.relay
    ? createDevRelay({
        out: path.resolve(options.out),
        data: path.resolve(options.relayData),
        onRestart: () => print({ kind: 'relay' }),
        onFailure: (error) =>
          print({
            kind: 'error',
            text: uncached && !(error instanceof Failure) ? WITHOUT_RELAY : describeFailure(error),
          }),
      })
    : undefined

  const http = createServer()
  let answer: RequestListener | undefined
  const waiting: Parameters<RequestListener>[] = []
  // Requests from open tabs wait until the server is ready.
  serveOwnHost(http, options.host, (...request) => (answer ? answer(...request) : waiting.push(request)))
  const obstacle = editor.findObstacle(options.host, folder)
  const port = await listen(http, options.host, parsePort(options), options.relayData)
  const interrupted = waitForInterrupt()
  const closing: (() => unknown)[] = []
  try {
    progress.show('starting')
    const components = await startComponentServer(http, editor)
    const live = createLiveSite({
      folder,
      // Without --now, shows all content. Each save uses the current date.
      edition: () => (now === undefined ? { all: true } : chosen),
      components,
      editor: obstacle === undefined ? toModuleUrl(editor.script) : undefined,
      onState: (state) => components.send('site:state', state),
      onSnapshot: ({ content }) => relay?.update(content),
      onReport: print,
    })
    components.watch((file) => void live.updateSources([file]))
    components.answer('site:state', live.state)
    closing.push(components.close)
    if (obstacle === undefined) await editor.recover(folder)
    closing.push((await watchFolder(folder, live.updateContent)).close)
    await live.updateSources([])
    const unsaved = createUnsavedPreview(live)
    const onWritten = (files: readonly string[]) =>
      live.updateContent(new Set(files.map((file) => path.join(path.dirname(folder), file))))
    const edits =
      obstacle === undefined
        ? editor.serve(editor.openFolder({ folder, reader: live.reader, onWritten }), unsaved.render)
        : editor.refuse(obstacle)
    answer = createRequestHandler({
      live,
      components,
      scriptUrl,
      headers: getDevHeaders,
      relay: relay?.address,
      edits,
      unsaved,
    })
    for (const request of waiting.splice(0)) answer(...request)
    const posts = await relay?.address()
    progress.clear()
    if (uncached && !quiet) process.stderr.write(`${uncached} Nothing is cached, so each start takes longer.\n`)
    const editing = obstacle === undefined ? 'Press E on a page to edit it. ' : `Editing is off. ${obstacle} `
    const waits =
      relay && live.current() === undefined ? 'Forms and the inbox start when the content has no errors. ' : ''
    const next = `${waits}Open pages update when you save a file in ${shortenPath(folder)}. ${editing}`
    printAddresses(options, port, posts !== undefined, next)
    await interrupted
  } finally {
    http.close()
    http.closeAllConnections()
    await relay?.stop()
    void Promise.allSettled(closing.map((close) => close()))
    // Chokidar can leave a watcher open if a file changes while it closes, so the process may not end by itself.
    setTimeout(() => process.exit(), CLOSE_TIMEOUT).unref()
  }
}

function describeFailure(error: unknown): string {
  return (error instanceof Failure ? error : toSystemFailure(error))?.message ?? String(error)
}
