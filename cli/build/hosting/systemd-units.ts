import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../paths.ts'
import type { ServerNames } from './server-names.ts'

const TEMPLATES = path.join(projectRoot, 'deploy', 'systemd')

/** Writes the systemd units and server commands, with this site's names in their contents and file names. */
export function writeSystemdUnits(
  folder: string,
  { host, relay, port }: Pick<ServerNames, 'host' | 'relay' | 'port'>,
): void {
  const values: Record<string, string> = { HOST: host, RELAY: relay, PORT: String(port) }
  const fill = (text: string) => text.replace(/@([A-Z]+)@/g, (placeholder, name) => values[name] ?? placeholder)
  // Remove the previous build's units, whose names differ if the relay has been renamed.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(TEMPLATES)) {
    const [from, to] = [path.join(TEMPLATES, name), path.join(folder, fill(name))]
    writeFileSync(to, fill(readFileSync(from, 'utf8')))
    chmodSync(to, statSync(from).mode)
  }
}
