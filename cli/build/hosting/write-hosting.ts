import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '../../../src/collections/content.ts'
import type { HeaderRule } from '../headers.ts'
import { caddyConfig, caddyRelay, caddyServer } from './caddy.ts'
import { nginxConfig, nginxRelay, nginxServer } from './nginx.ts'
import { relayWay } from './relay-way.ts'
import { serverNames } from './server-names.ts'

export const HEADERS_FILE = 'headers.json'

/**
 * What nginx and Caddy need to serve the site and pass on to the relay: whole servers, and the rules in them for those
 * who write their own; header rules for the preview.
 */
export function writeHosting(folder: string, rules: HeaderRule[], { site, forms }: Pick<Content, 'site' | 'forms'>) {
  mkdirSync(folder, { recursive: true })
  const relay = relayWay(forms)
  const names = serverNames(site.url)
  const files = {
    [HEADERS_FILE]: `${JSON.stringify(rules, null, 2)}\n`,
    'nginx.conf': nginxConfig(rules),
    'nginx-relay.conf': nginxRelay(rules, relay),
    'nginx-server.conf': nginxServer(rules, names),
    Caddyfile: caddyConfig(rules, relay),
    'Caddyfile-relay': caddyRelay(rules, relay),
    'Caddyfile-server': caddyServer(rules, names),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
}
