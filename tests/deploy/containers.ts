import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** crun supports no mixture of both versions of cgroups, so it sees only version 2. */
const ONLY_CGROUP2 =
  'umount --recursive --lazy /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec "$@" 2>"$ERRORS"'
/** Without systemd, cgroups and the right to raise limits, as in most sandboxes. */
const IN_SANDBOX = ['--cgroups=disabled', '--ulimit=nofile=4096:4096', '--ulimit=nproc=2000:2000', '--network=none']

/** Builds and runs container images with Debian's buildah, podman and crun, in a folder of its own. Requires root. */
export function createContainers() {
  const folder = mkdtempSync(path.join(tmpdir(), 'containers-'))
  const storage = ['--root', path.join(folder, 'store'), '--runroot', path.join(folder, 'run'), '--storage-driver=vfs']
  const errors = path.join(folder, 'errors')
  const podman = (...args: string[]) => {
    const command = ['podman', ...storage, '--cgroup-manager=cgroupfs', ...args]
    const program = ['--mount', 'sh', '-c', ONLY_CGROUP2, 'sh', ...command]
    const { status, stdout } = spawnSync('unshare', program, { env: { ...process.env, ERRORS: errors } })
    return { status, output: String(stdout) }
  }
  return {
    folder,
    /** File with what the last call of `podman` wrote to stderr. */
    errors,
    podman,
    /** Builds an image from a Dockerfile and the files in a folder. */
    build(image: string, dockerfile: string, files: string, ...options: string[]) {
      const file = path.join(folder, 'Dockerfile')
      writeFileSync(file, dockerfile)
      const args = [...storage, 'build', '--isolation=chroot', '--format=docker', ...options, '-f', file, '-t', image]
      execFileSync('buildah', [...args, files], { stdio: ['ignore', 'pipe', 'pipe'] })
    },
    /** Runs a container in the foreground. */
    run: (image: string, options: string[] = [], ...args: string[]) =>
      podman('run', '--rm', ...IN_SANDBOX, ...options, image, ...args),
    /** Starts a container in the background. */
    start: (name: string, image: string, ...options: string[]) =>
      podman('run', '--detach', '--name', name, ...IN_SANDBOX, ...options, image),
    remove() {
      podman('rm', '--all', '--force', '--time', '0')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Copies programs of this machine into a folder, with the libraries that they need, as the files of a base image.
 * BusyBox provides the shell and all other commands.
 */
export function copyPrograms(folder: string, programs: readonly string[]): void {
  for (const name of ['bin', 'etc', 'tmp', 'usr/local/bin']) mkdirSync(path.join(folder, name), { recursive: true })
  for (const name of ['sh', 'sed', 'chown', 'wget']) symlinkSync('busybox', path.join(folder, 'bin', name))
  for (const program of [...programs, '/bin/busybox']) {
    cpSync(program, path.join(folder, 'bin', path.basename(program)), { dereference: true })
    const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
    for (const [, library = ''] of stdout.matchAll(/(\/\S+\.so\S*)/g))
      cpSync(library, path.join(folder, library), { dereference: true })
  }
  writeFileSync(path.join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  writeFileSync(path.join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
}

/** Reports whether this machine can build and run a container. */
export function runsContainers(): boolean {
  if (process.geteuid?.() !== 0) return false
  if (['buildah', 'podman', 'crun', 'busybox'].some((name) => spawnSync('which', [name]).status !== 0)) return false
  const containers = createContainers()
  try {
    const base = path.join(containers.folder, 'base')
    copyPrograms(base, [])
    containers.build('localhost/probe', 'FROM scratch\nCOPY . /\nRUN sh -c true\n', base)
    return containers.run('localhost/probe', [], '/bin/sh', '-c', 'exit 0').status === 0
  } catch {
    return false
  } finally {
    containers.remove()
  }
}
