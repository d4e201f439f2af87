import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '../../src/content/content.ts'
import { caddyConfig, type HeaderRule, nginxConfig } from './headers.ts'

export const HEADERS_FILE = 'headers.json'

/** Header rules for hosts that do not read `_headers`, and for the preview. */
export function writeHosting(folder: string, rules: HeaderRule[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, HEADERS_FILE), `${JSON.stringify(rules, null, 2)}\n`)
  writeFileSync(path.join(folder, 'nginx.conf'), nginxConfig(rules))
  writeFileSync(path.join(folder, 'Caddyfile'), caddyConfig(rules))
}

/** The form contracts, by form type, for the relay. */
export function writeForms(folder: string, { forms, site }: Content): void {
  mkdirSync(folder, { recursive: true })
  const contracts = Object.fromEntries(
    forms.map(({ slug: _slug, file: _file, ...contract }) => [contract.formType, contract]),
  )
  writeFileSync(
    path.join(folder, 'forms.json'),
    `${JSON.stringify({ site: { name: site.name, email: site.email, url: site.url }, forms: contracts }, null, 2)}\n`,
  )
}
