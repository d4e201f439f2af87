import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { freePort } from '../behaviour/web-servers.ts'
import { until } from '../relay/until.ts'

const SSHD = '/usr/sbin/sshd'
/** Where sshd, started by root, goes into a cell; it must be there and be empty. */
const CELL = '/run/sshd'

/**
 * A real sshd on loopback, for whoever runs this and with keys that are good for nothing else.
 * @param folder for its files
 * @param commands the folder of all commands that its sessions have
 */
export async function startSsh(folder: string, commands: string) {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() === 0) mkdirSync(CELL, { recursive: true })
  const file = (name: string) => path.join(folder, name)
  const port = await freePort()
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)], { stdio: 'ignore' })
  writeFileSync(file('known'), `[127.0.0.1]:${port} ${readFileSync(file('host.pub'), 'utf8')}`)
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('user.pub')}`,
    // The keys lie in a temporary folder, which everybody may write into.
    'StrictModes no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'PidFile none',
    // A home without the settings of whoever runs this, which may put other commands first.
    `SetEnv HOME=${folder} PATH=${commands}`,
  ]
  writeFileSync(file('config'), `${settings.join('\n')}\n`)
  const child = spawn(SSHD, ['-D', '-e', '-f', file('config')], { stdio: 'ignore' })
  const rsh = `ssh -F none -p ${port} -i ${file('user')} -o UserKnownHostsFile=${file('known')} -o LogLevel=ERROR`
  const host = `${userInfo().username}@127.0.0.1`
  await until('sshd answers', () => spawnSync('sh', ['-c', `${rsh} ${host} true`]).status === 0)
  return {
    host,
    /** How to reach it: what stands in RSYNC_RSH. */
    rsh,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
