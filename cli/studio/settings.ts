import { readFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { isLoopback } from '../preview/hosts.ts'

/** Settings of a studio. Paths are absolute. */
export interface StudioSettings {
  /** The address that people open, such as https://edit.example.com. Requests for other hosts are refused. */
  url: URL
  /** Host and port on which the server listens, behind a web server that terminates TLS. */
  host: string
  port: number
  /** The content folder. `studio.yaml` is next to it. */
  content: string
  /** Output folder of builds. */
  out: string
  /** Folder for sessions, publications and the audit trail. */
  data: string
  /** Undefined if the studio cannot send emails; then `site studio link` prints sign-in links. */
  mail: { url: string; from: string } | undefined
  /** The relay whose leads are shown, and the key that it accepts. */
  relay: { url: string; key: string } | undefined
  /** Shell command that publishes the build; undefined if the build itself is what visitors see. */
  deploy: string | undefined
}

const WEB = ['https:', 'http:']

/** Options of `site studio`, as given on the command line or by environment variables. */
export interface StudioOptions {
  content: string
  out: string
  url?: string
  host: string
  port: string
  data?: string | undefined
  deploy?: string
  relay?: string
}

/**
 * Reads the settings of a studio. Passwords come from the environment only, because everybody on a machine can see the
 * options of its commands.
 * @throws Failure with exit code 2 if a setting is invalid
 */
export function readStudioSettings(options: StudioOptions): StudioSettings {
  const { host, deploy, relay: relayUrl } = options
  const content = path.resolve(options.content)
  const port = /^\d{1,5}$/.test(options.port) && Number(options.port) < 65_536 ? Number(options.port) : undefined
  if (port === undefined) throw invalid('STUDIO_PORT', 'a number from 0 to 65535', options.port)
  const url = parseUrl('STUDIO_URL', WEB, options.url ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (url.pathname !== '/' || (url.protocol !== 'https:' && !isLoopback(url.hostname)))
    throw invalid('STUDIO_URL', 'https:// and a host name, such as https://edit.example.com', options.url ?? url.href)
  const mailUrl = readVariable('SMTP_URL')
  const from = readVariable('SMTP_FROM')
  if ((mailUrl === undefined) !== (from === undefined))
    throw new Failure('Set both SMTP_URL and SMTP_FROM, or neither.', exitCodes.usage)
  const key = readVariable('STUDIO_RELAY_KEY')
  if ((relayUrl === undefined) !== (key === undefined))
    throw new Failure('Set both STUDIO_RELAY and STUDIO_RELAY_KEY, or neither.', exitCodes.usage)
  return {
    ...{ url, host, port, content, deploy },
    out: path.resolve(options.out),
    data: path.resolve(options.data ?? path.join(path.dirname(content), '.northshelf', 'studio')),
    mail: mailUrl && from ? { url: parseUrl('SMTP_URL', ['smtps:', 'smtp:'], mailUrl).href, from } : undefined,
    relay: relayUrl && key ? { url: parseOrigin('STUDIO_RELAY', relayUrl), key } : undefined,
  }
}

/** Returns the value of a variable, or the content of the file that the variable with `_FILE` names. */
function readVariable(name: string): string | undefined {
  const file = process.env[`${name}_FILE`]
  return (file ? readFileSync(file, 'utf8').trim() : process.env[name]) || undefined
}

/** @throws Failure, whose message does not contain the value, because that may contain a password */
function parseUrl(name: string, protocols: readonly string[], text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && protocols.includes(url.protocol)) return url
  throw new Failure(`${name} must be a URL that begins with ${protocols.join('// or ')}//.`, exitCodes.usage)
}

function parseOrigin(name: string, text: string): string {
  const { href, origin } = parseUrl(name, WEB, text)
  if (href === `${origin}/`) return href
  throw invalid(name, 'the address of the relay without a path, such as http://127.0.0.1:8787', text)
}

function invalid(name: string, expected: string, found: string): Failure {
  return new Failure(`${name} must be ${expected}; it is ${found}.`, exitCodes.usage)
}
