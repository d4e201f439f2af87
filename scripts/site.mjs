import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compiledCli } from './compile-cli.mjs'
import { install, root } from './install.mjs'

/** `npm start` and `npm run site`: installs what is missing, then hands over to the command line tool. */
install()
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
const compiled = compiledCli()
if (!compiled) await import('tsx')
const { run } = await import(compiled ?? pathToFileURL(path.join(root, 'cli', 'main.ts')).href)
process.exitCode = await run(process.argv.slice(2))
