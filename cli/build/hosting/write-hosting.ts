import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { HeaderRule } from '../headers.ts'
import { renderCaddyConfig, renderCaddyRelay, renderCaddyServer } from './caddy.ts'
import { renderNginxConfig, renderNginxRelay, renderNginxServer } from './nginx.ts'
import { renderRedirectPage } from './redirects.ts'
import { getRelayProxySettings } from './relay-proxy.ts'
import { deriveServerNames } from './server-names.ts'
import { writeSystemdUnits } from './systemd-units.ts'

export const HEADERS_FILE = 'headers.json'
export const REDIRECTS_FILE = 'redirects.json'
/** Folder for redirect pages, for hosts without redirect rules. */
const MOVED = 'moved'

/** The deploy script is a separate file, so that editors and shellcheck recognize it. */
const DEPLOY = path.join(import.meta.dirname, 'deploy.sh')

/**
 * Writes the hosting files: complete nginx and Caddy configurations, snippets to include in custom configurations,
 * rules for the preview, redirect pages for hosts without redirect rules, the deploy script, and the systemd units.
 */
export function writeHosting(
  folder: string,
  rules: HeaderRule[],
  { site, forms, redirects }: Pick<Content, 'site' | 'forms' | 'redirects'>,
) {
  mkdirSync(folder, { recursive: true })
  const relay = getRelayProxySettings(forms)
  const names = deriveServerNames(site)
  const files = {
    [HEADERS_FILE]: `${JSON.stringify(rules, null, 2)}\n`,
    [REDIRECTS_FILE]: `${JSON.stringify(redirects, null, 2)}\n`,
    'nginx.conf': renderNginxConfig(rules, redirects),
    'nginx-relay.conf': renderNginxRelay(rules, relay, names),
    'nginx-server.conf': renderNginxServer(rules, names),
    Caddyfile: renderCaddyConfig(rules, relay, redirects),
    'Caddyfile-relay': renderCaddyRelay(rules, relay, names),
    'Caddyfile-server': renderCaddyServer(rules, names),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  rmSync(path.join(folder, MOVED), { recursive: true, force: true })
  mkdirSync(path.join(folder, MOVED))
  for (const redirect of redirects.filter(({ from }) => !from.endsWith('/'))) {
    const file = path.join(folder, MOVED, `${redirect.from}.html`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, renderRedirectPage(redirect, site.url, site.language))
  }
  const deploy = path.join(folder, 'deploy')
  copyFileSync(DEPLOY, deploy)
  chmodSync(deploy, 0o755)
  writeSystemdUnits(path.join(folder, 'systemd'), names)
}
