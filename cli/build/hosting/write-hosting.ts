import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '@northshelf/site/collections/content.ts'
import { getMaxSubmissionBytes } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import type { HeaderRule } from '../headers.ts'
import { renderCaddyConfig, renderCaddyRelay, renderCaddyServer } from './caddy.ts'
import { renderNginxConfig, renderNginxRelay, renderNginxServer } from './nginx.ts'
import { renderRedirectPage } from './redirects.ts'
import { deriveServerNames, type ServerNames } from './server-values.ts'
import { renderCaddyStudio, renderNginxStudio, type StudioServer } from './studio.ts'

export const HEADERS_FILE = 'headers.json'
export const REDIRECTS_FILE = 'redirects.json'

const TEMPLATES = path.join(import.meta.dirname, 'systemd')

/**
 * Writes the hosting files: complete nginx and Caddy configurations, snippets to include in custom configurations,
 * rules for the preview, redirect pages for hosts without redirect rules, the deploy script, and the systemd units.
 * @param studio undefined if the site has no studio
 */
export function writeHosting(
  folder: string,
  rules: HeaderRule[],
  { site, forms, redirects, translations }: Pick<Content, 'site' | 'forms' | 'redirects' | 'translations'>,
  studio?: StudioServer,
) {
  mkdirSync(folder, { recursive: true })
  const names = deriveServerNames(site)
  const homes = translations.map(({ home }) => home)
  const files = {
    [HEADERS_FILE]: `${JSON.stringify(rules, null, 2)}\n`,
    [REDIRECTS_FILE]: `${JSON.stringify(redirects, null, 2)}\n`,
    'nginx.conf': renderNginxConfig(rules, redirects, homes),
    'nginx-relay.conf': renderNginxRelay(rules, getMaxSubmissionBytes(forms), names),
    'nginx-server.conf': renderNginxServer(rules, names),
    Caddyfile: renderCaddyConfig(rules, redirects, homes),
    'Caddyfile-relay': renderCaddyRelay(rules, names),
    'Caddyfile-server': renderCaddyServer(rules, names),
    ...(studio && {
      'nginx-studio.conf': renderNginxStudio(rules, names.folder, studio),
      'Caddyfile-studio': renderCaddyStudio(rules, names.folder, studio),
    }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const moved = path.join(folder, 'moved')
  rmSync(moved, { recursive: true, force: true })
  mkdirSync(moved)
  for (const redirect of redirects.filter(({ from }) => !from.endsWith('/'))) {
    const file = path.join(moved, `${redirect.from}.html`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, renderRedirectPage(redirect, site.url, site.language))
  }
  const deploy = path.join(folder, 'deploy')
  copyFileSync(path.join(import.meta.dirname, 'deploy.sh'), deploy)
  chmodSync(deploy, 0o755)
  writeSystemdUnits(path.join(folder, 'systemd'), names, studio !== undefined)
}

/** Writes the systemd units and server commands, with this site's names in their contents and file names. */
export function writeSystemdUnits(
  folder: string,
  { host, relay, port, timeZone }: Pick<ServerNames, 'host' | 'relay' | 'port' | 'timeZone'>,
  hasStudio = false,
) {
  const values: Record<string, string> = { HOST: host, RELAY: relay, PORT: String(port), ZONE: timeZone }
  const fill = (text: string) => text.replace(/@([A-Z]+)@/g, (placeholder, name) => values[name] ?? placeholder)
  // Remove the previous build's units, whose names differ if the relay has been renamed.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(TEMPLATES)) {
    if (name.startsWith('site-studio') && !hasStudio) continue
    const from = path.join(TEMPLATES, name)
    const to = path.join(folder, fill(name))
    writeFileSync(to, fill(readFileSync(from, 'utf8')))
    chmodSync(to, statSync(from).mode)
  }
}
