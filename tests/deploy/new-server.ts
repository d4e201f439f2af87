import { spawn, spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

/**
 * Starts a virtual server in Linux namespaces, with systemd as process 1. It sees this machine's files and the project
 * through overlays that are discarded at the end. Its network namespace keeps ports 80 and 443 free. The script masks
 * this machine's services, and units that would change the shared kernel.
 */
const MACHINE = `
set -eu
mount -t tmpfs tmpfs /mnt
over() {
  mkdir -p "/mnt/$1-upper" "/mnt/$1-work" "$3"
  mount -t overlay overlay -o "lowerdir=$2,upperdir=/mnt/$1-upper,workdir=/mnt/$1-work" "$3"
}
over machine / /mnt/root
cd /mnt/root
mount -t tmpfs tmpfs tmp
# Mounted after /tmp, which may contain the project.
over project "$PROJECT" "/mnt/root$PROJECT"
mount --rbind /dev dev
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
ip link set lo up
# Resolvers need a network interface other than loopback.
ip link add wire type veth peer name end
ip address add 10.0.0.2/24 dev wire
ip link set wire up
ip link set end up
# In a chroot, services could not create user namespaces.
mkdir -p .old
pivot_root . .old
cd /
umount -l .old
cd /etc/systemd/system
for unit in /lib/systemd/system/*.target.wants/* /etc/systemd/system/*.target.wants/*; do
  case "$unit" in *journal* | *dbus*) ;; *) ln -sf /dev/null "\${unit##*/}" ;; esac
done
printf '[Unit]\\nRequires=basic.target dbus.socket\\nAfter=basic.target dbus.socket\\n' > test.target
cd "$PROJECT"
{
  until systemctl --quiet is-active test.target; do sleep 0.02; done
  # Unmask nginx, so that the script can start it.
  rm -f /etc/systemd/system/nginx.service
  status=0
  sh -euc "$SCRIPT" 2>&1 || status=$?
  echo "$status" >&3
  systemctl exit
} 2>/dev/null &
exec env container=other /lib/systemd/systemd --unit=test.target --show-status=no --log-target=null 3>&- >/dev/null 2>&1
`

const UNSHARE = [
  ...['--mount', '--net', '--pid', '--ipc', '--uts', '--cgroup', '--propagation', 'private', '--fork', '--kill-child'],
  ...['sh', '-c'],
]

/** Returns a command that runs a script on a new server and writes the exit status to file descriptor 3. */
function serverCommand(script: string) {
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, PROJECT: projectRoot, HOME: '/root', SCRIPT: script }
  return { command: 'unshare', args: [...UNSHARE, MACHINE], env }
}

/** Reports whether a server can start on this machine; containers may lack the required privileges. */
export function startsNewServer(): boolean {
  const { command, args, env } = serverCommand('true')
  const limits = { timeout: 120_000, killSignal: 'SIGKILL' } as const
  const { output } = spawnSync(command, args, { env, ...limits, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  return String(output?.[3]).trim() === '0'
}

/** Runs a shell script as root on a new server, in the project folder. @throws Error with its output if it fails */
export async function runOnNewServer(script: string): Promise<string> {
  const { command, args, env } = serverCommand(script)
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [, output, errors, ended] = child.stdio as unknown as [null, Readable, Readable, Readable]
  const printed = Promise.all([text(output), text(errors)])
  // Resolves with the script's exit status, without waiting for an orderly shutdown.
  const status = await new Promise<string>((resolve) => {
    ended.setEncoding('utf8').once('data', resolve)
    child.once('exit', () => resolve('the server did not start'))
  })
  child.kill('SIGKILL')
  const all = (await printed).join('')
  if (status.trim() !== '0') throw new Error(`The script exited with ${status.trim()}:\n${all}`)
  return all
}
