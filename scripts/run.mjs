import { spawnSync } from 'node:child_process'
import { install, root } from './install.mjs'

/** `node scripts/run.mjs <program> [option ...]`: installs missing packages, then runs a TypeScript or JavaScript file. */
install()
const [program, ...options] = process.argv.slice(2)
const loader = program.endsWith('.ts') ? ['--import', 'tsx'] : []
const { status } = spawnSync(process.execPath, [...loader, program, ...options], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
