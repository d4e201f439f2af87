import { existsSync } from 'node:fs'
import path from 'node:path'
import { MAX_TEXT_BYTES } from '@northshelf/site/forms/fields.ts'
import { z } from 'zod'
import { findInheritedSocket, formatHostPort, type ListenAddress } from './network/inherited-socket.ts'
import { isLoopback } from './network/loopback.ts'
import {
  booleanSchema,
  ConfigError,
  createChoiceSchema,
  createIntegerSchema,
  createTextSchema,
  createUrlSchema,
  defineSetting,
  EnvironmentReader,
  folderSchema,
  listenAddressSchema,
  wordListSchema,
} from './settings.ts'
import { findSitePort } from './site-forms.ts'
import { currencies } from './store/records.ts'
import { listOutcomeTargetProblems, readTargetConfigs } from './targets/targets.ts'

/**
 * Default path of `forms.json`: next to the bundled relay if the file exists there, otherwise where the site build
 * writes it.
 */
const forms =
  [path.join(import.meta.dirname, 'forms.json')].find(existsSync) ?? path.join('dist', 'relay', 'forms.json')

const origins = wordListSchema.superRefine((all, context) => {
  for (const text of all) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text)
      context.addIssue(`{}: "${text}" is not an origin. Write it like https://www.example.com, without a path.`)
  }
})

/** Defines a setting that is a whole number in a range, by default at least 0. */
function defineInteger(variable: string, about: string, fallback: string, range?: { min?: number; max?: number }) {
  return defineSetting(variable, about, createIntegerSchema(range), fallback)
}

/**
 * All settings except target settings. With the defaults, the relay runs on one machine and needs no other services.
 */
export const relaySettings = z.object({
  spool: defineSetting(
    'RELAY_SPOOL',
    'The spool folder. It must be on a local file system, not NFS.',
    folderSchema,
    'spool',
  ),
  store: defineSetting(
    'RELAY_STORE',
    'URL of a PostgreSQL database that several relays share: `postgres://user:password@host/database`. Without it, all submissions are stored in the spool. See [more than one machine](#more-than-one-machine-postgresql).',
    createUrlSchema(['postgres', 'postgresql']).optional(),
  ),
  storeConnections: defineInteger(
    'RELAY_STORE_CONNECTIONS',
    'Maximum database connections, not counting the one for notifications.',
    '10',
    { min: 1, max: 1000 },
  ),
  forms: defineSetting(
    'RELAY_FORMS',
    'Path of the `forms.json` that the site build writes. Defaults to the file next to `relay.js`, if it exists.',
    folderSchema,
    forms,
  ),
  bind: defineSetting(
    'RELAY_BIND',
    'Address to listen on: `host:port`, `[ipv6]:port`, or only a port (on loopback). If it is not set, the port is `relay.port` in `content/site.yaml`. Ignored when systemd passes a [socket](#3-the-relay).',
    listenAddressSchema,
    '127.0.0.1:8787',
  ),
  adminBind: defineSetting(
    'RELAY_ADMIN_BIND',
    'Separate address for health checks and metrics, open to anyone who can reach it. Without it, `RELAY_BIND` serves them, but only to this machine.',
    listenAddressSchema.optional(),
  ),
  origins: defineSetting(
    'RELAY_ORIGINS',
    'Origins whose pages may submit forms, separated by spaces or commas. Pages on the host that receives the request are always allowed; a proxy must pass on the `Host` header.',
    origins,
    '',
  ),
  trustProxy: defineSetting(
    'RELAY_TRUST_PROXY',
    'Number of proxies in front of the relay, 0 to 10. Default: 1 when bound to loopback, otherwise 0. See [limits](#limits-and-proxies).',
    createIntegerSchema({ max: 10 }).optional(),
  ),
  publicKey: defineSetting(
    'RELAY_PUBLIC_KEY',
    'Key that requests must include: the `key` under `relay` in `content/site.yaml`. Every page contains it, so it stops only programs that do not read the page.',
    createTextSchema().optional(),
  ),
  challengeSecret: defineSetting(
    'RELAY_CHALLENGE_SECRET',
    'Secret that signs the challenges of forms with [`proofOfWork`](#spam), at least 24 characters. Relays that share a database need the same secret. Without it, the relay stores a random secret in the spool.',
    createTextSchema()
      .refine((secret) => secret.length >= 24, '{} must have at least 24 characters.')
      .optional(),
  ),
  leadsKey: defineSetting(
    'RELAY_LEADS_KEY',
    'Key with which the studio reads [leads](#leads-in-the-studio), at least 32 characters, for example from `openssl rand -base64 32`. Without it, the relay serves no leads.',
    createTextSchema()
      .refine((key) => key.length >= 32, '{} must have at least 32 characters.')
      .optional(),
  ),
  sendsPerTarget: defineInteger(
    'RELAY_SENDS_PER_TARGET',
    'Maximum concurrent deliveries to one target, 1 to 100. A higher number helps if a target is slow, but many mail servers allow few connections.',
    '4',
    { min: 1, max: 100 },
  ),
  limits: z.object({
    postsPerMinute: defineInteger(
      'RELAY_POSTS_PER_MINUTE',
      'Maximum submissions per minute from one IP address to one form; the limit for an endpoint is six times as high. `0` means no limit.',
      '10',
    ),
    confirmationsPerHour: defineInteger(
      'RELAY_CONFIRMATIONS_PER_HOUR',
      'Maximum [confirmation emails](#mails-to-visitors) per hour for all forms. Each address receives at most one per day. `0` disables them.',
      '60',
    ),
    bodyBytes: defineInteger(
      'RELAY_BODY_BYTES',
      'Maximum total size of the text fields in a submission, 1024 to 16777216. Each form has its own limits for files.',
      String(MAX_TEXT_BYTES),
      { min: 1024, max: 16 * 1024 * 1024 },
    ),
    freeBytes: defineInteger(
      'RELAY_FREE_BYTES',
      'Minimum free disk space. With less, the relay rejects submissions (503).',
      '209715200',
    ),
    bytesPerSecond: defineInteger(
      'RELAY_BYTES_PER_SECOND',
      'Minimum upload speed. The relay aborts slower uploads (408).',
      '1024',
    ),
  }),
  /** Timeouts for client connections, in milliseconds. */
  timeouts: z.object({
    grace: defineInteger('RELAY_GRACE_MS', 'Time before the minimum upload speed applies.', '10000', { min: 100 }),
    headers: defineInteger('RELAY_HEADERS_TIMEOUT_MS', 'Time limit for receiving the headers of a request.', '10000', {
      min: 100,
    }),
    request: defineInteger(
      'RELAY_REQUEST_TIMEOUT_MS',
      'Time limit for receiving a whole request, including files.',
      '120000',
      { min: 100 },
    ),
    stop: defineInteger('RELAY_STOP_MS', 'Time that uploads in progress have to finish when the relay stops.', '30000'),
  }),
  retention: z.object({
    doneDays: defineInteger(
      'RELAY_KEEP_DAYS',
      'Days after which delivered submissions are deleted, unless their form has [`keep`](#privacy).',
      '30',
    ),
    spamDays: defineInteger(
      'RELAY_KEEP_SPAM_DAYS',
      'Days after which spam is deleted, unless its form has [`keep`](#privacy).',
      '30',
    ),
  }),
  outcomes: defineSetting(
    'RELAY_OUTCOMES',
    'Names of the `webhook` and `http` targets that receive the [outcomes](#outcomes) of leads.',
    wordListSchema,
    '',
  ),
  confirmed: defineSetting(
    'RELAY_CONFIRMED',
    'Names of the targets that receive submissions of forms with a [consent to confirm](#consents-confirmed-by-email) only after the visitor has confirmed it.',
    wordListSchema,
    '',
  ),
  currency: defineSetting(
    'RELAY_CURRENCY',
    'Default currency of the values of [outcomes](#outcomes).',
    createTextSchema().refine((text) => currencies.includes(text), '{} must be a currency code, such as EUR.'),
    'USD',
  ),
  report: defineSetting(
    'RELAY_REPORT',
    '`weekly` sends a [report](#spam) of leads, spam and undeliverable submissions every Monday.',
    createChoiceSchema('off', 'weekly'),
    'off',
  ),
  inbox: defineSetting(
    'RELAY_INBOX',
    'Serves the development inbox at `/inbox`. Requires `RELAY_BIND` on loopback. Do not enable it on servers: every user of the machine could read all submissions.',
    booleanSchema,
    'false',
  ),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from environment variables. Instead of `<NAME>`, `<NAME>_FILE` may be set to the path of a
 * file that contains the value. `warnings` lists problems that do not prevent the relay from working.
 * @throws ConfigError listing all errors
 */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const environment = new EnvironmentReader(variables)
  const { problems, warnings } = environment
  const read = environment.read(relaySettings)
  // These settings are read separately, so that they are checked even if other settings are invalid.
  const { bind = undefined, inbox = false } = environment.read(relaySettings.pick({ bind: true, inbox: true })) ?? {}
  const passed = findInheritedSocket(variables, problems)
  const host = (passed ?? bind)?.host
  if (passed && bind && environment.has('RELAY_BIND') && formatHostPort(passed) !== formatHostPort(bind))
    warnings.push(`RELAY_BIND is ignored: the relay inherited a socket that listens on ${formatHostPort(passed)}.`)
  const targets = readTargetConfigs(environment)
  warnings.push(...environment.listMisspelt())
  if (inbox && host !== undefined && !isLoopback(host))
    problems.push(
      'RELAY_INBOX requires RELAY_BIND on loopback, because it shows submissions to anyone who can reach it.',
    )
  if (read && problems.length === 0)
    problems.push(...listOutcomeTargetProblems(read.outcomes, targets).map((problem) => `RELAY_OUTCOMES: ${problem}.`))
  for (const name of read?.confirmed ?? [])
    if (!targets.some((target) => target.name === name)) problems.push(`RELAY_CONFIRMED: there is no target ${name}.`)
  if (!read || problems.length > 0) throw new ConfigError([...new Set(problems)], warnings)
  // If the relay listens on loopback, all requests come through a proxy on this machine, which sends the client's
  // address in a header.
  const trustProxy = read.trustProxy ?? (isLoopback(host) ? 1 : 0)
  const sitePort = environment.has('RELAY_BIND') ? undefined : findSitePort(read.forms)
  const own: ListenAddress = { ...read.bind, ...(sitePort !== undefined && { port: sitePort }) }
  return { ...read, bind: passed ?? own, trustProxy, targets, warnings }
}
