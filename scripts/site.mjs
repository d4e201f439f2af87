import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBundle } from '../cli/build/bundle.mjs'
import { install, root } from './install.mjs'

/** `npm start` and `npm run site`: installs missing packages, then runs the command line tool. */
install()
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
const reportCompiling = () =>
  process.stderr.isTTY && process.stderr.write('Compiling the command line tool (once) ...\n')
const compiled = await ensureBundle('cli', reportCompiling).catch((error) => {
  process.stderr.write(
    `Compiling the command line tool failed, so it runs from its sources, which is slower:\n${error.message}\n`,
  )
})
if (!compiled) await import('tsx')
const main = compiled ? path.join(compiled.folder, 'main.js') : path.join(root, 'cli', 'main.ts')
const { runCli } = await import(pathToFileURL(main).href)
process.exitCode = await runCli(process.argv.slice(2))
