import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { freePort } from '../behavior/web-servers.ts'
import { until } from '../relay/until.ts'

const SSHD = '/usr/sbin/sshd'
/** Privilege separation directory, which must exist and be empty if root starts sshd. */
const PRIVSEP_DIR = '/run/sshd'

/**
 * Starts a real sshd on loopback for the current user, with temporary keys.
 * @param folder folder for the server's files
 * @param commands folder that becomes the PATH of SSH sessions
 */
export async function startSsh(folder: string, commands: string) {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() === 0) mkdirSync(PRIVSEP_DIR, { recursive: true })
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
    // Disables sshd's permission checks, because the keys are in a temporary folder, which is world-writable.
    'StrictModes no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'PidFile none',
    // Sets HOME, because shell settings in the user's own home folder could change the PATH.
    `SetEnv HOME=${folder} PATH=${commands}`,
  ]
  writeFileSync(file('config'), `${settings.join('\n')}\n`)
  const child = spawn(SSHD, ['-D', '-e', '-f', file('config')], { stdio: 'ignore' })
  const rsh = `ssh -F none -p ${port} -i ${file('user')} -o UserKnownHostsFile=${file('known')} -o LogLevel=ERROR`
  const host = `${userInfo().username}@127.0.0.1`
  await until('sshd accepts connections', () => spawnSync('sh', ['-c', `${rsh} ${host} true`]).status === 0)
  return {
    host,
    /** Value for RSYNC_RSH. */
    rsh,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
