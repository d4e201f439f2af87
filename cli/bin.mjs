#!/usr/bin/env node
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { ensureBundle } from './build/bundle.mjs'
import { cliRoot, isInstalled } from './packages.mjs'

// By default, V8 lets the heap grow to several times the size of its objects. Collecting garbage earlier does not slow
// builds down. With 1,000 articles, it saves a quarter of the memory.
setFlagsFromString('--heap-growing-percent=20')

// React reads NODE_ENV once, when it is loaded. Its development build is slower, but `site dev` needs its messages.
if (process.argv[2] !== 'dev') process.env.NODE_ENV ??= 'production'

/** The command `site`: compiles the command line tool if its sources have changed, then runs it. */
const reportCompiling = () =>
  process.stderr.isTTY && process.stderr.write('Compiling the command line tool (once) ...\n')
const compiled = await ensureBundle('cli', reportCompiling).catch(({ message, compileErrors = [] }) => {
  // The installed tool is compiled, so only the project's own code can fail.
  if (isInstalled) {
    const texts = compileErrors.map(({ file = '', line, column, message: reason }) => {
      const name = path.relative(process.cwd(), file).replaceAll(path.sep, '/')
      return `${name}:${line}:${column}  error  source/compile\n  ${reason}\n`
    })
    process.stderr.write(texts.length > 0 ? texts.join('\n') : `The project's own code does not compile:\n${message}\n`)
    process.exit(3)
  }
  process.stderr.write(
    `Compiling the command line tool failed, so it runs from its sources, which is slower:\n${message}\n`,
  )
})
if (!compiled)
  await import('tsx').catch(() => {
    process.stderr.write('Its sources need the development packages, which are missing: run "npm ci".\n')
    process.exit(3)
  })
const main = compiled ? path.join(compiled.folder, 'main.js') : path.join(cliRoot, 'main.ts')
const { runCli } = await import(pathToFileURL(main).href)
process.exitCode = await runCli(process.argv.slice(2))
