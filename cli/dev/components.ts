import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FontFiles } from '@northshelf/site/site/render-input.ts'
import react from '@vitejs/plugin-react'
import { createServer, createServerModuleRunner } from 'vite'
import { sectionStyles } from '../build/bundle.mjs'
import { createStyleExtractor, listFonts } from '../build/select-styles.ts'
import { cacheRoot } from '../cache.mjs'
import { projectRoot } from '../paths.ts'
import { hasMissedChange } from './watch-folder.ts'

/** The `node_modules` folder that contains React, in the project or in an ancestor folder. */
const packages = path.resolve(createRequire(path.join(projectRoot, 'package.json')).resolve('react'), '..', '..')
const sources = path.join(projectRoot, 'src')
/** Path of the full stylesheet on the dev server. */
export const STYLESHEET_PATH = '/src/theme/site.css'

/** Modules that are reloaded when a source file changes. */
export interface SourceModules {
  snapshot: typeof import('./snapshot.ts')
  document: typeof import('@northshelf/site/site/document.tsx')
  style: ReturnType<typeof createStyleExtractor>
  fonts: FontFiles
}

/**
 * Serves the sources through Vite: to this process through Vite's module runner, and to browsers as modules with hot
 * replacement.
 * @param onChange called for every source file that is saved
 * @param editor the editor's module and the sources it imports
 */
export async function startComponentServer(
  http: Server,
  onChange: (file: string) => void,
  editor: { script: string; sources: readonly string[] },
) {
  /** Sources that pages load as modules. */
  const served = ['src', 'cli/dev/browser', 'cli/dev/source-marks.ts', ...editor.sources]
  const modules = new RegExp(
    `^/(?:@vite|@id|@fs|@react-refresh|node_modules|${served.join('|').replaceAll('.', '\\.')})(?:/|$)`,
  )
  // Override NODE_ENV, because React and the JSX that Vite compiles must use the same mode.
  process.env.NODE_ENV = 'development'
  const vite = await createServer({
    root: projectRoot,
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    publicDir: false,
    cacheDir: path.join(cacheRoot, 'dev', 'vite'),
    plugins: [react(), sectionStyles],
    optimizeDeps: { entries: ['src/vike/+client.ts', 'cli/dev/browser/client.ts', editor.script.slice(1)] },
    server: {
      middlewareMode: true,
      ws: { server: http },
      hmr: { overlay: false },
      // By default, /@fs serves every file in the project, including submissions in .relay.
      fs: { allow: [packages, ...served.map((source) => path.join(projectRoot, source))] },
      watch: { ignored: (file) => file !== projectRoot && file !== sources && !file.startsWith(sources + path.sep) },
    },
  })
  const { client, ssr } = vite.environments
  const runner = createServerModuleRunner(ssr, { hmr: false })
  for (const event of ['change', 'add', 'unlink'] as const)
    vite.watcher.on(event, (file) => {
      if (event === 'change') void hasMissedChange(file).then((changed) => changed && vite.watcher.emit('change', file))
      // Invalidate the modules before calling `onChange`, because Vite itself does so only afterwards.
      for (const { moduleGraph } of [client, ssr]) moduleGraph.onFileChange(file)
      // Invalidate the full stylesheet, which imports all section stylesheets.
      if (event !== 'change' && file.endsWith('.css'))
        client.moduleGraph.onFileChange(path.join(projectRoot, STYLESHEET_PATH))
      onChange(file)
    })
  let style: { css: string; make: ReturnType<typeof createStyleExtractor> } | undefined
  return {
    /** Reports whether a path is the URL of a module in one of the listed sources or in a package. */
    serves: (pathname: string) => modules.test(pathname),
    /** Serves modules to browsers. */
    middleware: vite.middlewares,
    /** Sends an event to all open pages. */
    send: (event: string, data: unknown) => client.hot.send(event, data),
    /** Responds to an event from a page. Keeps the response in order with events sent to all pages. */
    answer: (event: string, make: () => unknown) => client.hot.on(event, (_data, page) => page.send(event, make())),
    /** @throws Error if a source does not compile */
    async load(): Promise<SourceModules> {
      const [snapshot, document, sheet] = await Promise.all([
        runner.import<SourceModules['snapshot']>('/cli/dev/snapshot.ts'),
        runner.import<SourceModules['document']>('/src/site/document.tsx'),
        client.transformRequest(`${STYLESHEET_PATH}?direct`),
      ])
      const css = sheet?.code ?? ''
      if (style?.css !== css) style = { css, make: createStyleExtractor(css) }
      return { snapshot, document, style: style.make, fonts: listFonts(css) }
    },
    async close(): Promise<void> {
      await runner.close()
      await vite.close()
    },
  }
}
export type ComponentServer = Awaited<ReturnType<typeof startComponentServer>>
