import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { caddyConfig, type HeaderRule, nginxConfig } from './headers.ts'

export const HEADERS_FILE = 'headers.json'

/** Header rules for hosts that do not read `_headers`, and for the preview. */
export function writeHosting(folder: string, rules: HeaderRule[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, HEADERS_FILE), `${JSON.stringify(rules, null, 2)}\n`)
  writeFileSync(path.join(folder, 'nginx.conf'), nginxConfig(rules))
  writeFileSync(path.join(folder, 'Caddyfile'), caddyConfig(rules))
}
