import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TestOptions } from 'vitest'
import { runsContainers } from './deploy/containers.ts'
import { startsNewServer } from './deploy/new-server.ts'
import { postgresPrograms } from './relay/postgres-server.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The requirement that the machine lacks. */
    missing?: Need
  }
}

/** Path of Debian's Firefox or, if it is missing, of another Firefox on the PATH. */
export const firefoxPath = findOnPath('firefox-esr') ?? findOnPath('firefox')

/** Requirements besides Node, npm and a browser. `.ci/packages.txt` lists the packages that provide these programs. */
const checks = {
  busybox: () => isOnPath('busybox'),
  caddy: () => isOnPath('caddy'),
  firefox: () => firefoxPath !== undefined,
  git: () => isOnPath('git'),
  nginx: () => isOnPath('nginx') && existsSync('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'),
  openssl: () => isOnPath('openssl'),
  postgres: () => postgresPrograms !== undefined,
  promtool: () => isOnPath('promtool'),
  rsync: () => isOnPath('rsync'),
  // The tests use the options of the util-linux version, and a minimal container may lack pseudo-terminals.
  script: () => succeeds('script', '-qec', 'true', '/dev/null'),
  shellcheck: () => isOnPath('shellcheck'),
  sshd: () => isOnPath('ssh') && existsSync('/usr/sbin/sshd'),
  strace: () => succeeds('strace', '-f', '-o', '/dev/null', 'true'),
  systemd: () => isOnPath('systemd-analyze'),
  webkit: () => isOnPath('WebKitWebDriver') && isOnPath('Xvfb'),
  root: () => process.geteuid?.() === 0,
  'a mounted tmpfs': () => succeeds('unshare', '-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'),
  'a new server': startsNewServer,
  containers: runsContainers,
} as const satisfies Record<string, () => boolean>

export type Need = keyof typeof checks

const results = new Map<Need, boolean>()

/** Reports whether the machine meets a requirement. */
export function has(need: Need): boolean {
  const result = results.get(need) ?? checks[need]()
  results.set(need, result)
  return result
}

/** Returns options that skip a test or a `describe` if the machine lacks a requirement. */
export function needs(...all: readonly Need[]): TestOptions {
  const missing = all.find((need) => !has(need))
  return missing ? { skip: true, meta: { missing } } : {}
}

function isOnPath(program: string): boolean {
  return findOnPath(program) !== undefined
}

function findOnPath(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file))
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0
}
