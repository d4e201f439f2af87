import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Content } from '../../../src/collections/content.ts'
import type { Contract } from '../../../src/forms/contract.ts'
import { listFileFields, maxBytes } from '../../../src/forms/kinds/file/file-fields.ts'
import type { HeaderRule } from '../headers.ts'
import { caddyConfig, caddyRelay } from './caddy.ts'
import { nginxConfig, nginxRelay } from './nginx.ts'

export const HEADERS_FILE = 'headers.json'

/** The script that publishes a build. Beside it stands its source, so that editors and shellcheck read what it is. */
const DEPLOY = path.join(import.meta.dirname, 'deploy.sh')

/** Where a proxy passes on to the relay; nothing else of it is for visitors. */
export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

/** Header rules for hosts that do not read `_headers`, and for the preview; the way to the relay; how to publish. */
export function writeHosting(folder: string, rules: HeaderRule[], { forms }: Pick<Content, 'forms'>): void {
  mkdirSync(folder, { recursive: true })
  const relay = { paths: RELAY_PATHS, megabytes: largestPost(forms) }
  const files = {
    [HEADERS_FILE]: `${JSON.stringify(rules, null, 2)}\n`,
    'nginx.conf': nginxConfig(rules),
    'nginx-relay.conf': nginxRelay(rules, relay),
    Caddyfile: caddyConfig(rules),
    'Caddyfile-relay': caddyRelay(rules, relay),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const deploy = path.join(folder, 'deploy')
  copyFileSync(DEPLOY, deploy)
  chmodSync(deploy, 0o755)
}

/** Room for the answers beside the files, in megabytes. */
const ANSWERS = 1

/**
 * Megabytes of a post that a proxy lets through: twice what the forms take. A file that is too large by less than
 * that the relay refuses itself, on a page that keeps what was typed.
 */
export function largestPost(forms: readonly Contract[]): number {
  const files = forms.map((form) => listFileFields(form).reduce((sum, field) => sum + maxBytes(field), 0))
  return 2 * Math.ceil(Math.max(0, ...files) / 1024 ** 2) + ANSWERS
}
