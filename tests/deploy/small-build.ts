import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../cli/paths.ts'

const SCRIPT = path.join(projectRoot, 'cli', 'build', 'hosting', 'deploy.sh')

/** Creates a temporary folder for builds and targets, whose path contains no spaces. */
export function deployFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Replaces the contents of a folder with these files. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

/**
 * Writes a minimal build: pages that link to their assets, web server rules, a relay and the real deploy script.
 * @param rest additional files
 * @returns path of the script
 */
export function writeBuild(dist: string, assets: readonly string[], rest: Record<string, string> = {}): string {
  const page = assets.map((name) => `<link href="/assets/${name}">`).join('\n')
  writeFiles(dist, {
    'site/index.html': page,
    'site/about.html': 'About',
    ...Object.fromEntries(assets.map((name) => [`site/assets/${name}`, name])),
    'hosting/nginx.conf': 'rules',
    'hosting/systemd/relay.service': 'unit',
    'relay/relay.js': 'relay',
    ...rest,
  })
  const script = path.join(dist, 'hosting', 'deploy')
  copyFileSync(SCRIPT, script)
  return script
}

/** Creates a folder with all busybox commands and, optionally, rsync. */
export function bareCommands(folder: string, withRsync = true): string {
  mkdirSync(folder)
  spawnSync('busybox', ['--install', '-s', folder])
  const rsync = String(spawnSync('sh', ['-c', 'command -v rsync']).stdout).trim()
  if (withRsync) symlinkSync(rsync, path.join(folder, 'rsync'))
  return folder
}

export interface Result {
  code: number | null
  out: string
  error: string
}

export function run(script: string, args: readonly string[], options: SpawnSyncOptions = {}): Result {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], { ...options, encoding: 'utf8' })
  return { code: status, out: String(stdout), error: String(stderr) }
}

/** Lists the missing assets that the current release's front page links to. @throws if it links to no assets */
export function missingAssets(root: string): string[] {
  const site = path.join(root, 'current', 'site')
  const page = readFileSync(path.join(site, 'index.html'), 'utf8')
  const names = [...page.matchAll(/\/assets\/([^"]+)/g)].map(([, name]) => name as string)
  if (names.length === 0) throw new Error(`the page in ${site} links to no assets`)
  return names.filter((name) => !existsSync(path.join(site, 'assets', name)))
}

/** Lists the releases, oldest first. */
export function listReleases(root: string): string[] {
  return readdirSync(path.join(root, 'releases'))
    .filter((name) => !name.startsWith('.'))
    .sort()
}
