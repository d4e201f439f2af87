import { spawn } from 'node:child_process'
import path from 'node:path'
import { install, root } from './install.mjs'

/** `npm start` and `npm run site`: installs what is missing, then hands over to the command line tool. */
install()
const child = spawn(
  process.execPath,
  ['--import', import.meta.resolve('tsx'), path.join(root, 'cli', 'main.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
)
// Ctrl+C reaches the child by itself; this process only waits for it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
