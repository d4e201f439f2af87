import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, createServerModuleRunner } from 'vite'
import { sectionStyles } from '../build/bundle.mjs'
import { listingModules, ownCode } from '../build/own-code.mjs'
import { cacheRoot } from '../cache.mjs'
import { findWriteProblem } from '../diagnostics/find-write-problem.ts'
import { cliRoot, ownCodePaths, projectRoot, siteRoot } from '../packages.mjs'
import { SourceError } from './describe-source-error.ts'
import { hasMissedChange } from './watch-folder.ts'

/** The `node_modules` folders of the project and of React, which may be in an ancestor folder. */
const packages = [
  path.join(projectRoot, 'node_modules'),
  path.resolve(createRequire(path.join(siteRoot, 'package.json')).resolve('react'), '..', '..'),
]

/** Returns the URL of a source file on the dev server. */
export function toModuleUrl(file: string): string {
  const relative = path.relative(projectRoot, file)
  return `/${relative.startsWith('..') ? `@fs/${file.replace(/^\//, '')}` : relative}`.replaceAll(path.sep, '/')
}

const SITE = '@northshelf/site'
/** Packages that browsers load, each with the packages through which Vite finds it. */
const BROWSER_PACKAGES = [
  ...['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-router-dom'].map(
    (name) => `northshelf > ${SITE} > ${name}`,
  ),
  'northshelf > idiomorph',
]
/**
 * Folder for the packages that Vite prepares for browsers: in the cache or, if nothing can be written there, a temporary
 * folder, so that the pages have their scripts.
 */
function openViteFolder(): string {
  if (!findWriteProblem(cacheRoot)) return path.join(cacheRoot, 'dev', 'vite')
  const folder = mkdtempSync(path.join(tmpdir(), 'northshelf-vite-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const stylesheet = path.join(siteRoot, 'theme', 'site.css')
const stylesheetUrl = toModuleUrl(stylesheet)
const script = path.join(cliRoot, 'dev', 'browser', 'client.ts')
export const scriptUrl = toModuleUrl(script)

/** The code that renders pages, and the files that pages load. In `site dev`, reloaded when a source file changes. */
export interface SiteCode {
  snapshot: typeof import('./snapshot.ts')
  document: typeof import('@northshelf/site/site/document.tsx')
  /** The full stylesheet. */
  styles: string
  stylesheetUrl: string
  /** URL of the script that every page loads. It also hydrates the page. */
  scriptUrl: string
}

/**
 * Serves the sources through Vite: to this process through its module runner, and to browsers with hot replacement.
 * @param editor files of the editor's module and of the sources it imports
 */
export async function startComponentServer(http: Server, editor: { script: string; sources: readonly string[] }) {
  /** Sources that pages load as modules. */
  const dev = ['dev/browser', 'dev/source-marks.ts', 'serial-queue.ts'].map((name) => path.join(cliRoot, name))
  const reloaded = [siteRoot, ...ownCodePaths]
  const served = [...reloaded, ...dev, ...editor.sources]
  const urls = ['/@vite', '/@id', '/@fs', '/@react-refresh', '/node_modules', ...served.map(toModuleUrl)]
  const cacheDir = openViteFolder()
  // Override NODE_ENV, because React and the JSX that Vite compiles must use the same mode.
  process.env.NODE_ENV = 'development'
  const vite = await createServer({
    root: projectRoot,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    publicDir: false,
    cacheDir,
    plugins: [react(), ownCode, sectionStyles],
    // Installed sources are compiled like those of a clone, not like other packages. Vite does not look for imports in
    // them, so the packages that browsers load are listed.
    optimizeDeps: { entries: [script, editor.script], exclude: [SITE], include: BROWSER_PACKAGES },
    ssr: { noExternal: [SITE] },
    server: {
      middlewareMode: true,
      ws: { server: http },
      hmr: { overlay: false },
      // By default, /@fs serves every file in the project, including submissions in .relay.
      fs: { allow: [...packages, ...served, cacheDir] },
      watch: {
        ignored: (file) =>
          ![projectRoot, ...reloaded].includes(file) && !reloaded.some((source) => file.startsWith(source + path.sep)),
      },
    },
  })
  const { client, ssr } = vite.environments
  const runner = createServerModuleRunner(ssr, { hmr: false })
  return {
    /** @param onChange called for every source file that is saved */
    watch(onChange: (file: string) => void): void {
      for (const event of ['change', 'add', 'unlink'] as const)
        vite.watcher.on(event, (file) => {
          if (event === 'change')
            void hasMissedChange(file).then((changed) => changed && vite.watcher.emit('change', file))
          // Invalidate the modules before calling `onChange`, because Vite itself does so only afterwards.
          // When a file is added or removed, also invalidate the modules that list such files.
          const listing = event === 'change' ? [] : file.endsWith('.css') ? [stylesheet] : listingModules
          for (const { moduleGraph } of [client, ssr])
            for (const changed of [file, ...listing]) moduleGraph.onFileChange(changed)
          onChange(file)
        })
    },
    /** Reports whether a path is the URL of a module in one of the listed sources or in a package. */
    serves: (pathname: string) =>
      /^\/@|\.\w+$/.test(pathname) && urls.some((url) => pathname === url || pathname.startsWith(`${url}/`)),
    middleware: vite.middlewares,
    /** Sends an event to all open pages. */
    send: (event: string, data: unknown) => client.hot.send(event, data),
    /** Responds to an event from a page. Keeps the response in order with events sent to all pages. */
    answer: (event: string, make: () => unknown) => client.hot.on(event, (_data, page) => page.send(event, make())),
    /** @throws Error if a source does not compile */
    async load(): Promise<SiteCode> {
      const loading = [
        runner.import<typeof import('../build/check-own-code.ts')>(path.join(cliRoot, 'build', 'check-own-code.ts')),
        runner.import<SiteCode['snapshot']>(path.join(cliRoot, 'dev', 'snapshot.ts')),
        runner.import<SiteCode['document']>(path.join(siteRoot, 'site', 'document.tsx')),
        client.transformRequest(`${stylesheetUrl}?direct`),
      ] as const
      const [ownCode, snapshot, document, sheet] = await Promise.all(loading).catch(async (error) => {
        // The runner would keep modules that failed, even after a missing import is added.
        await Promise.allSettled(loading)
        runner.clearCache()
        throw error
      })
      const [incomplete] = ownCode.listIncompleteParts()
      if (incomplete) throw new SourceError(incomplete)
      return { snapshot, document, styles: sheet?.code ?? '', stylesheetUrl, scriptUrl }
    },
    async close(): Promise<void> {
      await runner.close()
      await vite.close()
    },
  }
}
export type ComponentServer = Awaited<ReturnType<typeof startComponentServer>>
