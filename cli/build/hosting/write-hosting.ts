import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '../../../src/collections/content.ts'
import { projectRoot } from '../../paths.ts'
import type { HeaderRule } from '../headers.ts'
import { caddyConfig, caddyRelay, caddyServer } from './caddy.ts'
import { nginxConfig, nginxRelay, nginxServer } from './nginx.ts'
import { relayWay } from './relay-way.ts'
import { serverNames } from './server-names.ts'

export const HEADERS_FILE = 'headers.json'

/** The script that publishes a build. It stands beside this as what it is, for editors and shellcheck. */
const DEPLOY = path.join(import.meta.dirname, 'deploy.sh')

/** Units and commands for the server, written for the shipped content's name. */
const UNITS = path.join(projectRoot, 'deploy', 'systemd')
const SHIPPED_HOST = 'northshelf.example'

/**
 * What nginx and Caddy need to serve the site and pass on to the relay: whole servers, and the rules in them for those
 * who write their own; header rules for the preview; the script that publishes; the units of the services.
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
  const deploy = path.join(folder, 'deploy')
  copyFileSync(DEPLOY, deploy)
  chmodSync(deploy, 0o755)
  mkdirSync(path.join(folder, 'systemd'), { recursive: true })
  for (const unit of readdirSync(UNITS)) {
    const [from, to] = [path.join(UNITS, unit), path.join(folder, 'systemd', unit)]
    writeFileSync(to, readFileSync(from, 'utf8').replaceAll(SHIPPED_HOST, names.host))
    chmodSync(to, statSync(from).mode)
  }
}
