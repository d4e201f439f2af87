import { existsSync } from 'node:fs'
import path from 'node:path'
import { MAX_TEXT_BYTES } from '@northshelf/site/forms/limits.ts'
import { z } from 'zod'
import { isLoopback } from './http/loopback.ts'
import { findInheritedSocket, formatHostPort, type ListenAddress } from './http/passed-socket.ts'
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
import { readTargetConfigs } from './targets/targets.ts'

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
      context.addIssue(`{}: "${text}" is not an origin, such as https://www.example.com (no path, no trailing slash).`)
  }
})

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
    'A PostgreSQL database that several relays share, `postgres://user:password@host/database`. Without it, all submissions stay in the spool. See [more than one machine](#more-than-one-machine-postgresql).',
    createUrlSchema(['postgres', 'postgresql']).optional(),
  ),
  storeConnections: defineSetting(
    'RELAY_STORE_CONNECTIONS',
    'Maximum database connections of this relay, besides the one that listens for notifications.',
    createIntegerSchema({ min: 1, max: 1000 }),
    '10',
  ),
  forms: defineSetting(
    'RELAY_FORMS',
    'The `forms.json` that the build writes. If there is one next to `relay.js`, that is the default.',
    folderSchema,
    forms,
  ),
  bind: defineSetting(
    'RELAY_BIND',
    'Address to listen on: `host:port`, `[ipv6]:port`, or a port on loopback. Ignored when systemd passes a [socket](#3-the-relay).',
    listenAddressSchema,
    '127.0.0.1:8787',
  ),
  adminBind: defineSetting(
    'RELAY_ADMIN_BIND',
    'Separate address for health and metrics, open to anyone who can reach it. Without it, they are on `RELAY_BIND`, for this machine only.',
    listenAddressSchema.optional(),
  ),
  origins: defineSetting(
    'RELAY_ORIGINS',
    'Origins whose pages may post, separated by spaces or commas. Pages on the host that receives the post always may; a proxy must pass on the `Host` header.',
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
    'Key that posts must include: the `key` under `relay` in `content/site.yaml`. It is in every page, so it only stops programs that post without reading the page.',
    createTextSchema().optional(),
  ),
  sendsPerTarget: defineSetting(
    'RELAY_SENDS_PER_TARGET',
    'Concurrent deliveries to one target, 1 to 100. A higher number helps if a target is slow; mail servers often allow few.',
    createIntegerSchema({ min: 1, max: 100 }),
    '4',
  ),
  limits: z.object({
    postsPerMinute: defineSetting(
      'RELAY_POSTS_PER_MINUTE',
      'Posts per minute from one address to one form; six times that to one endpoint. `0`: no limit.',
      createIntegerSchema(),
      '10',
    ),
    confirmationsPerHour: defineSetting(
      'RELAY_CONFIRMATIONS_PER_HOUR',
      '[Confirmation emails](#mails-to-visitors) to visitors per hour, for all forms; at most one per day and address. `0`: none.',
      createIntegerSchema(),
      '60',
    ),
    bodyBytes: defineSetting(
      'RELAY_BODY_BYTES',
      'Maximum size of all texts in a post, 1024 to 16777216. Files have the limits of their forms.',
      createIntegerSchema({ min: 1024, max: 16 * 1024 * 1024 }),
      String(MAX_TEXT_BYTES),
    ),
    freeBytes: defineSetting(
      'RELAY_FREE_BYTES',
      'With less free space than this, posts are refused (503).',
      createIntegerSchema(),
      '209715200',
    ),
    bytesPerSecond: defineSetting(
      'RELAY_BYTES_PER_SECOND',
      'Minimum speed of an upload. Slower ones are aborted (408).',
      createIntegerSchema(),
      '1024',
    ),
  }),
  /** Timeouts for clients, in milliseconds. */
  timeouts: z.object({
    grace: defineSetting(
      'RELAY_GRACE_MS',
      'Time before the minimum speed of an upload applies.',
      createIntegerSchema({ min: 100 }),
      '10000',
    ),
    headers: defineSetting(
      'RELAY_HEADERS_TIMEOUT_MS',
      'Time limit for the headers of a request.',
      createIntegerSchema({ min: 100 }),
      '10000',
    ),
    request: defineSetting(
      'RELAY_REQUEST_TIMEOUT_MS',
      'Time limit for a whole request, including files.',
      createIntegerSchema({ min: 100 }),
      '120000',
    ),
    stop: defineSetting(
      'RELAY_STOP_MS',
      'Time for running uploads to finish when the relay stops.',
      createIntegerSchema(),
      '30000',
    ),
  }),
  retention: z.object({
    doneDays: defineSetting(
      'RELAY_KEEP_DAYS',
      'Days after which delivered submissions are deleted.',
      createIntegerSchema(),
      '30',
    ),
    spamDays: defineSetting('RELAY_KEEP_SPAM_DAYS', 'Days after which spam is deleted.', createIntegerSchema(), '30'),
  }),
  report: defineSetting(
    'RELAY_REPORT',
    '`weekly`: a [report](#spam) every Monday that lists spam and submissions that could not be delivered.',
    createChoiceSchema('off', 'weekly'),
    'off',
  ),
  inbox: defineSetting(
    'RELAY_INBOX',
    'The development inbox at `/inbox`; only when bound to loopback. Not for servers: it shows all submissions to every user of the machine.',
    booleanSchema,
    'false',
  ),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from environment variables. For each variable, `<NAME>_FILE` may instead name a file with its
 * value. `warnings` lists problems that do not prevent the relay from working.
 * @throws ConfigError listing all errors
 */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const environment = new EnvironmentReader(variables)
  const { faults, warnings } = environment
  const read = environment.read(relaySettings)
  // These settings are read separately, so that they are checked even if other settings are invalid.
  const { bind = undefined, inbox = false } = environment.read(relaySettings.pick({ bind: true, inbox: true })) ?? {}
  const passed = findInheritedSocket(variables, faults)
  const host = (passed ?? bind)?.host
  if (passed && bind && environment.has('RELAY_BIND') && formatHostPort(passed) !== formatHostPort(bind))
    warnings.push(`RELAY_BIND is ignored: the relay was passed a socket that listens on ${formatHostPort(passed)}.`)
  const targets = readTargetConfigs(environment)
  warnings.push(...environment.listMisspelt())
  if (inbox && host !== undefined && !isLoopback(host))
    faults.push('RELAY_INBOX requires RELAY_BIND on loopback, because it shows submissions to anyone who can reach it.')
  if (!read || faults.length > 0) throw new ConfigError([...new Set(faults)], warnings)
  // On loopback, all requests come through a proxy on this machine, which sends the client's address in a header.
  const trustProxy = read.trustProxy ?? (isLoopback(host) ? 1 : 0)
  return { ...read, bind: passed ?? (read.bind as ListenAddress), trustProxy, targets, warnings }
}
