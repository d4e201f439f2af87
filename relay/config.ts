import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import { RequestFilteringHttpAgent } from 'request-filtering-agent'
import { MOST_TEXT } from '../src/forms/limits.ts'
import { isLoopback } from './http/loopback.ts'

/** How a relay is set up. Made from the environment by `readConfig`; every fault of it is reported at once. */
export interface Config {
  spool: string
  bind: { host: string; port: number }
  /** Health and metrics; undefined: on the public address, for loopback only. */
  adminBind: { host: string; port: number } | undefined
  /** Origins whose pages may post. Empty: only pages served under the relay's own address. */
  origins: string[]
  /** Hops of proxies whose X-Forwarded-For is believed. */
  trustProxy: number
  publicKey: string | undefined
  targets: TargetConfig[]
  limits: {
    /** Body of a post without files, in bytes. */
    bodyBytes: number
    /** Posts a minute from one address to one form; 0: any number. */
    postsPerMinute: number
    /** Free bytes below which posts are refused. */
    freeBytes: number
    /** Bytes a second below which an upload is given up, once `timeouts.grace` has passed. */
    bytesPerSecond: number
  }
  /** How long the relay waits for a client, in milliseconds. */
  timeouts: {
    headers: number
    /** A whole request, its files included. */
    request: number
    /** Time that a slow upload has before its rate counts. */
    grace: number
    /** Uploads under way when the relay is told to stop. */
    stop: number
  }
  retention: { doneDays: number; spamDays: number }
  /** Path of the form contracts, `forms.json`. */
  forms: string
  /** Shows what came in at `/inbox`; only ever on loopback. */
  inbox: boolean
  /** What is odd about the settings and keeps nothing from working. */
  warnings: string[]
}

export type TargetConfig = { /** Only these form types; empty: all. */ forms: string[]; name: string } & (
  | { kind: 'file'; folder: string }
  | { kind: 'smtp'; url: string; from: string; to: string[]; dkim: Dkim | undefined }
  | { kind: 'webhook'; url: string; secret: string; allowPrivate: boolean; publicUrl: string | undefined }
)

export interface Dkim {
  domain: string
  selector: string
  /** Private key, PEM. */
  key: string
}

/** Every variable has a default that works on one machine without any service. */
const DEFAULT_BIND = { host: '127.0.0.1', port: 8787 }

/**
 * The configuration from the environment; each variable also as `<NAME>_FILE`.
 * @throws ConfigFault with everything that is wrong with it
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables)
  const bind = env.address('RELAY_BIND') ?? DEFAULT_BIND
  const local = isLoopback(bind.host)
  const config: Config = {
    spool: path.resolve(env.text('RELAY_SPOOL') ?? 'spool'),
    bind,
    adminBind: env.address('RELAY_ADMIN_BIND'),
    origins: readOrigins(env),
    // On loopback only a proxy of this machine can be in front, and then every visitor comes from its address.
    trustProxy: env.number('RELAY_TRUST_PROXY', local ? 1 : 0, { max: 10 }),
    publicKey: env.text('RELAY_PUBLIC_KEY'),
    targets: readTargets(env),
    limits: {
      bodyBytes: env.number('RELAY_BODY_BYTES', MOST_TEXT, { min: 1024, max: 16 * 1024 * 1024 }),
      postsPerMinute: env.number('RELAY_POSTS_PER_MINUTE', 10),
      freeBytes: env.number('RELAY_FREE_BYTES', 200 * 1024 * 1024),
      bytesPerSecond: env.number('RELAY_BYTES_PER_SECOND', 1024),
    },
    timeouts: {
      headers: env.number('RELAY_HEADERS_TIMEOUT_MS', 10_000, { min: 100 }),
      request: env.number('RELAY_REQUEST_TIMEOUT_MS', 120_000, { min: 100 }),
      grace: env.number('RELAY_GRACE_MS', 10_000, { min: 100 }),
      stop: env.number('RELAY_STOP_MS', 30_000),
    },
    retention: { doneDays: env.number('RELAY_KEEP_DAYS', 30), spamDays: env.number('RELAY_KEEP_SPAM_DAYS', 30) },
    forms: path.resolve(env.text('RELAY_FORMS') ?? defaultForms()),
    inbox: env.flag('RELAY_INBOX', false),
    warnings: env.warnings,
  }
  env.warnings.push(...listMisspelt(variables, env.known))
  if (config.inbox && !local) env.fault('RELAY_INBOX shows what visitors sent: it needs RELAY_BIND on loopback.')
  if (env.faults.length > 0) throw new ConfigFault([...new Set(env.faults)], env.warnings)
  return config
}

/** Beside the bundled relay, else where the build of the site puts it. */
function defaultForms(): string {
  const beside = path.join(import.meta.dirname, 'forms.json')
  return existsSync(beside) ? beside : path.join('dist', 'relay', 'forms.json')
}

function readOrigins(env: Environment): string[] {
  return env.list('RELAY_ORIGINS').filter((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    const good = url && /^https?:$/.test(url.protocol) && url.origin === text
    if (!good)
      env.fault(
        `RELAY_ORIGINS: "${text}" is not an origin, such as https://www.example.com (no path, no slash at the end).`,
      )
    return good
  })
}

/** Everything that is wrong with the configuration, in one error, and what may be the cause of it. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[], warnings: readonly string[] = []) {
    const lines = [...faults.map((fault) => `  - ${fault}`), ...listWarnings(warnings)]
    super(`The configuration does not work:\n${lines.join('\n')}`)
    this.faults = faults
  }
}

/** Warnings as lines below what was found. */
export function listWarnings(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `  warning: ${warning}`)
}

/** The environment, read variable by variable. Faults are collected, so that one start reports all of them. */
export class Environment {
  readonly faults: string[] = []
  readonly warnings: string[] = []
  /** Names that were asked for, so that others can be recognised as slips. */
  readonly known = new Set<string>()
  readonly #variables: NodeJS.ProcessEnv

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables
  }

  fault(text: string): undefined {
    this.faults.push(text)
  }

  /** Whether a variable is set at all, in either way. */
  has(name: string): boolean {
    this.known.add(name)
    return Boolean(this.#variables[name]?.trim() || this.#variables[`${name}_FILE`]?.trim())
  }

  /** The value of `<name>`, or the contents of the file that `<name>_FILE` names. Empty counts as not set. */
  text(name: string): string | undefined {
    this.known.add(name)
    const direct = this.#variables[name]?.trim() || undefined
    const file = this.#variables[`${name}_FILE`]?.trim() || undefined
    if (!file) return direct
    if (direct) return this.fault(`${name} and ${name}_FILE are both set; keep one.`)
    try {
      return readFileSync(file, 'utf8').trim() || this.fault(`${name}_FILE: ${file} is empty.`)
    } catch (error) {
      return this.fault(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }

  list(name: string): string[] {
    return (this.text(name) ?? '').split(/[\s,]+/).filter(Boolean)
  }

  number(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    this.fault(
      `${name} must be a whole number${max < Number.MAX_SAFE_INTEGER ? ` from ${min} to ${max}` : ` of at least ${min}`}; it is "${text}".`,
    )
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'yes', 'on'].includes(text)) return true
    if (['0', 'false', 'no', 'off'].includes(text)) return false
    this.fault(`${name} must be true or false; it is "${text}".`)
    return fallback
  }

  /** `host:port`, `[ipv6]:port` or a bare port, which means loopback. */
  address(name: string): { host: string; port: number } | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]]+)):)?(\d{1,5})$/.exec(text)
    const port = Number(match?.[3])
    if (!match || port > 65_535)
      return this.fault(`${name} must be host:port, such as 127.0.0.1:8787; it is "${text}".`)
    return { host: match[1] ?? match[2] ?? '127.0.0.1', port }
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && protocols.includes(url.protocol.slice(0, -1)) && url.hostname) return text
    // Not quoted: such an address may hold a password.
    return this.fault(
      `${name} must be an address that begins with ${protocols.map((name) => `${name}://`).join(' or ')}.`,
    )
  }
}

/** Steps from one word to another that a slip takes. */
const SLIP = 2

/**
 * Variables of ours that nobody reads, with the name that was meant where one is near.
 * @param known every name that is read, without `_FILE`
 */
export function listMisspelt(variables: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  return Object.keys(variables)
    .filter((name) => variables[name]?.trim() && !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
    .flatMap((name) => {
      const meant = closest(name, [...known])
      const near = distance(name, meant) <= SLIP
      // Other programs have variables too; those that begin like ours can only be meant for us.
      if (!name.startsWith('RELAY_')) return near ? [`${name} is not read. ${meant} is.`] : []
      return [`${name} is not read.${near ? ` Is ${meant} meant?` : ''}`]
    })
}

/** What `Environment.text` puts behind a name to say that the value stands in a file. */
const FROM_FILE = /_FILE$/
const ENTRY = /^(?:([a-z][a-z0-9-]{0,30})=)?([a-z]+)(?::([a-z-]+(?:\+[a-z-]+)*))?$/
const MAILBOX = /^(?:[^<>\r\n]*<)?[^\s<>@,]+@[^\s<>@,]+>?$/

/** All that targets read, also those of kinds that are not set up: they may stand there for another day. */
const VARIABLES = [
  ...['RELAY_OUTBOX', 'RELAY_PUBLIC_URL', 'SMTP_URL', 'SMTP_FROM', 'MAIL_TO', 'WEBHOOK_URL', 'WEBHOOK_SECRET'],
  ...['WEBHOOK_ALLOW_PRIVATE', 'SMTP_DKIM_DOMAIN', 'SMTP_DKIM_SELECTOR', 'SMTP_DKIM_KEY'],
]

/** What makes a kind of target: set without one, it is more often a target forgotten than one for another day. */
const ADDRESSES = { smtp: 'SMTP_URL', webhook: 'WEBHOOK_URL' } as const

/**
 * Where submissions go. `RELAY_TARGETS` lists targets as `[name=]kind[:form+form]`:
 * `file`, or `jobs=smtp:job-application+general-resume, leads=smtp:get-started`. A setting of one target only
 * has its name at the end: `MAIL_TO_JOBS` before `MAIL_TO`.
 */
export function readTargets(env: Environment): TargetConfig[] {
  const entries = env.list('RELAY_TARGETS')
  for (const variable of VARIABLES) env.known.add(variable)
  const targets = (entries.length > 0 ? entries : ['file']).flatMap((entry): TargetConfig[] => {
    const [, given, kind, forms] = ENTRY.exec(entry) ?? []
    if (kind !== 'file' && kind !== 'smtp' && kind !== 'webhook') {
      env.fault(
        `RELAY_TARGETS: "${entry}" is none of file, smtp and webhook (a name before it: leads=smtp; forms after it: smtp:contact+consultation).`,
      )
      return []
    }
    const name = given ?? kind
    if (FROM_FILE.test(variableOf('', name)) && name !== 'file')
      env.fault(`RELAY_TARGETS: "${name}" must not end in -file: MAIL_TO_X_FILE is the file that holds MAIL_TO_X.`)
    const target = readTarget(env, kind, name)
    return target ? [{ ...target, name, forms: forms?.split('+') ?? [] } as TargetConfig] : []
  })
  for (const [kind, address] of Object.entries(ADDRESSES))
    if (env.has(address) && !entries.some((entry) => ENTRY.exec(entry)?.[2] === kind))
      env.warnings.push(`${address} is set, but RELAY_TARGETS lists no ${kind} target: nothing is sent there.`)
  const names = targets.map(({ name }) => name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    env.fault(`RELAY_TARGETS: two targets are called "${name}"; give them names, such as leads=smtp jobs=smtp.`)
  return targets
}

/** The variable of one target only. */
function variableOf(variable: string, target: string): string {
  return `${variable}_${target.toUpperCase().replaceAll('-', '_')}`
}

function readTarget(env: Environment, kind: TargetConfig['kind'], name: string) {
  /** The variable of this target, or the one for all. The target `file` has none of its own. */
  const own = (variable: string): string => {
    const special = variableOf(variable, name)
    return env.has(special) && !FROM_FILE.test(special) ? special : variable
  }
  const needed = <T>(variable: string, value: T | undefined, what: string): T | undefined => {
    if (value === undefined && !env.has(variable)) env.fault(`${variable} is missing: ${what}.`)
    return value
  }
  if (kind === 'file') return { kind, folder: path.resolve(env.text(own('RELAY_OUTBOX')) ?? 'outbox') }
  if (kind === 'smtp') {
    const [urlName, fromName, toName] = [own('SMTP_URL'), own('SMTP_FROM'), own('MAIL_TO')]
    const url = needed(
      urlName,
      env.url(urlName, ['smtp', 'smtps']),
      'the mail server, such as smtps://user:password@mail.example.com',
    )
    const from = needed(fromName, env.text(fromName), 'the sender, such as "Website <site@example.com>"')
    const to = (env.text(toName) ?? '')
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean)
    if (to.length === 0) needed(toName, undefined, 'who gets the mail, separated by commas')
    for (const [variable, address] of [[fromName, from], ...to.map((address) => [toName, address])])
      if (address && !MAILBOX.test(address)) env.fault(`${variable}: "${address}" is not a mail address.`)
    const dkim = readDkim(env, own)
    return url && from ? { kind, url, from, to, dkim } : undefined
  }
  const [urlName, secretName] = [own('WEBHOOK_URL'), own('WEBHOOK_SECRET')]
  const allowPrivate = env.flag(own('WEBHOOK_ALLOW_PRIVATE'), false)
  const url = needed(urlName, env.url(urlName, ['http', 'https']), 'where submissions are posted to')
  const secret = needed(secretName, env.text(secretName), 'the signing secret, whsec_ and 24 to 64 bytes in base64')
  if (secret && !isSecret(secret)) env.fault(`${secretName} must be whsec_ and 24 to 64 bytes in base64.`)
  return url && secret
    ? { kind, url, secret, allowPrivate, publicUrl: env.url('RELAY_PUBLIC_URL', ['http', 'https']) }
    : undefined
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && bytes >= 24 && bytes <= 64
}

/** All three of them or none. */
function readDkim(env: Environment, own: (variable: string) => string): Dkim | undefined {
  const names = ['SMTP_DKIM_DOMAIN', 'SMTP_DKIM_SELECTOR', 'SMTP_DKIM_KEY'].map(own)
  const [domain, selector, key] = names.map((name) => env.text(name))
  if (domain && selector && key) return { domain, selector, key }
  if (domain || selector || key) env.fault(`${names.join(', ')}: set all three or none.`)
  return undefined
}

/** Milliseconds for the look-up of a name. */
const PATIENCE = 2000

/**
 * The host of an address, when a post to it would be refused because it lies in a private network: by the same
 * judgement as when it is sent. Undefined when it would not be, or when the name is not known from here.
 */
export function privateHost(url: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const socket = new RequestFilteringHttpAgent().createConnection({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    })
    const end = (error?: Error | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(/ is not allowed\b/.test(error?.message ?? '') ? hostname : undefined)
    }
    const timer = setTimeout(end, PATIENCE)
    // Before anything is connected. An address that is none of a name is not looked up.
    socket.once('lookup', end)
    socket.once('connect', () => end())
    socket.on('error', end)
  })
}
