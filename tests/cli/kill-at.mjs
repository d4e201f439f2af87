import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Kills this process at its nth change of a file below one of the folders, in the middle of the change if it writes. */
const folders = JSON.parse(process.env.KILL_IN)
let left = Number(process.env.KILL_AT)
const die = () => process.kill(process.pid, 'SIGKILL')
for (const name of ['writeFileSync', 'renameSync', 'rmSync']) {
  const original = fs[name]
  fs[name] = (file, ...args) => {
    const isCounted =
      folders.some((folder) => String(file).startsWith(folder)) && (name !== 'rmSync' || fs.existsSync(file))
    if (!isCounted) return original(file, ...args)
    left -= 1
    if (left === 0 && name === 'writeFileSync') original(file, args[0].slice(0, args[0].length / 2))
    if (left === 0) die()
    return original(file, ...args)
  }
}
syncBuiltinESMExports()
