import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { build as buildPages } from 'vike/api'
import vike from 'vike/plugin'
import { build, type InlineConfig } from 'vite'
import { projectRoot } from '../paths.ts'
import { LICENSES } from './licenses.ts'

/** Compiles the components or the relay into the folder that is named. Run by bundle.ts. */

const [name, target] = process.argv.slice(2)
if (!target) throw new Error('usage: compile.ts components|relay <folder>')

const common: InlineConfig = {
  root: projectRoot,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
}
const outDir = path.relative(projectRoot, target)

/** React and the router change with their versions only; a file of their own stays in caches. */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)[\\/]/,
  },
]

if (name === 'components') {
  await buildPages({
    viteConfig: {
      ...common,
      plugins: [vike()],
      build: {
        outDir,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        license: { fileName: LICENSES },
        target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
      },
      environments: {
        client: {
          // Not imported by a script, which would load the whole of it: pages get their own rules of it.
          build: { rolldownOptions: { input: { site: 'src/theme/site.css' }, output: { codeSplitting: { groups } } } },
        },
      },
    },
  })
} else {
  // One file with everything in it, so that the folder runs on a server that has only Node.
  await build({
    ...common,
    ssr: { noExternal: true, target: 'node' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'node20',
      license: { fileName: LICENSES },
      ssr: path.join(projectRoot, 'relay', 'main.ts'),
      rolldownOptions: { output: { entryFileNames: 'relay.js', codeSplitting: false } },
    },
  })
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify({ type: 'module', private: true })}\n`)
}
