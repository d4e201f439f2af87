import path from 'node:path'
import { build } from 'vike/api'
import vike from 'vike/plugin'
import { projectRoot } from '../paths.ts'

/** Compiles the components into the folder that is named as the argument. Run by bundle.ts. */

/** A page needs few files: React with the router, and each live section with what only it uses. */
const groups = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser)[\\/]/,
  },
]

const target = process.argv[2]
if (!target) throw new Error('usage: compile.ts <folder>')
await build({
  viteConfig: {
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [vike()],
    build: {
      outDir: path.relative(projectRoot, target),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  },
})
