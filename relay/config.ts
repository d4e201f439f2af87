import { existsSync } from 'node:fs'
import path from 'node:path'
import { MOST_TEXT } from '@northshelf/site/forms/limits.ts'
import { z } from 'zod'
import { isLoopback } from './http/loopback.ts'
import { type Bind, findPassedSocket, hostAndPort } from './http/passed-socket.ts'
import {
  address,
  ConfigFault,
  choice,
  Environment,
  flag,
  folder,
  setting,
  text,
  url,
  wholeNumber,
  wordList,
} from './settings.ts'
import { readTargets } from './targets/targets.ts'

/**
 * Default path of `forms.json`: next to the bundled relay if the file exists there, otherwise where the site build
 * writes it.
 */
const forms =
  [path.join(import.meta.dirname, 'forms.json')].find(existsSync) ?? path.join('dist', 'relay', 'forms.json')

const origins = wordList.superRefine((all, context) => {
  for (const text of all) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text)
      context.addIssue(`{}: "${text}" is not an origin, such as https://www.example.com (no path, no trailing slash).`)
  }
})

/**
 * All settings except target settings. With the defaults, the relay runs on one machine and needs no other services.
 */
export const settings = z.object({
  spool: setting('RELAY_SPOOL', 'The spool folder. It must be on a local file system, not NFS.', folder, 'spool'),
  store: setting(
    'RELAY_STORE',
    'A PostgreSQL database that several relays share, `postgres://user:password@host/database`. Without it, all submissions stay in the spool. See [more than one machine](#more-than-one-machine-postgresql).',
    url(['postgres', 'postgresql']).optional(),
  ),
  storeConnections: setting(
    'RELAY_STORE_CONNECTIONS',
    'Maximum database connections of this relay, besides the one that listens for notifications.',
    wholeNumber({ min: 1, max: 1000 }),
    '10',
  ),
  forms: setting(
    'RELAY_FORMS',
    'The `forms.json` that the build writes. If there is one next to `relay.js`, that is the default.',
    folder,
    forms,
  ),
  bind: setting(
    'RELAY_BIND',
    'Address to listen on: `host:port`, `[ipv6]:port`, or a port on loopback. Ignored when systemd passes a [socket](#3-the-relay).',
    address,
    '127.0.0.1:8787',
  ),
  adminBind: setting(
    'RELAY_ADMIN_BIND',
    'Separate address for health and metrics, open to anyone who can reach it. Without it, they are on `RELAY_BIND`, for this machine only.',
    address.optional(),
  ),
  origins: setting(
    'RELAY_ORIGINS',
    'Origins whose pages may post, separated by spaces or commas. Pages on the host that receives the post always may; a proxy must pass on the `Host` header.',
    origins,
    '',
  ),
  trustProxy: setting(
    'RELAY_TRUST_PROXY',
    'Number of proxies in front of the relay, 0 to 10. Default: 1 when bound to loopback, otherwise 0. See [limits](#limits-and-proxies).',
    wholeNumber({ max: 10 }).optional(),
  ),
  publicKey: setting(
    'RELAY_PUBLIC_KEY',
    'Key that posts must include: the `key` under `relay` in `content/site.yaml`. It is in every page, so it only stops programs that post without reading the page.',
    text().optional(),
  ),
  sendsPerTarget: setting(
    'RELAY_SENDS_PER_TARGET',
    'Concurrent deliveries to one target, 1 to 100. A higher number helps if a target is slow; mail servers often allow few.',
    wholeNumber({ min: 1, max: 100 }),
    '4',
  ),
  limits: z.object({
    postsPerMinute: setting(
      'RELAY_POSTS_PER_MINUTE',
      'Posts per minute from one address to one form; six times that to one endpoint. `0`: no limit.',
      wholeNumber(),
      '10',
    ),
    confirmationsPerHour: setting(
      'RELAY_CONFIRMATIONS_PER_HOUR',
      '[Confirmation emails](#mails-to-visitors) to visitors per hour, for all forms; at most one per day and address. `0`: none.',
      wholeNumber(),
      '60',
    ),
    bodyBytes: setting(
      'RELAY_BODY_BYTES',
      'Maximum size of all texts in a post, 1024 to 16777216. Files have the limits of their forms.',
      wholeNumber({ min: 1024, max: 16 * 1024 * 1024 }),
      String(MOST_TEXT),
    ),
    freeBytes: setting(
      'RELAY_FREE_BYTES',
      'With less free space than this, posts are refused (503).',
      wholeNumber(),
      '209715200',
    ),
    bytesPerSecond: setting(
      'RELAY_BYTES_PER_SECOND',
      'Minimum speed of an upload. Slower ones are aborted (408).',
      wholeNumber(),
      '1024',
    ),
  }),
  /** Timeouts for clients, in milliseconds. */
  timeouts: z.object({
    grace: setting(
      'RELAY_GRACE_MS',
      'Time before the minimum speed of an upload applies.',
      wholeNumber({ min: 100 }),
      '10000',
    ),
    headers: setting(
      'RELAY_HEADERS_TIMEOUT_MS',
      'Time limit for the headers of a request.',
      wholeNumber({ min: 100 }),
      '10000',
    ),
    request: setting(
      'RELAY_REQUEST_TIMEOUT_MS',
      'Time limit for a whole request, including files.',
      wholeNumber({ min: 100 }),
      '120000',
    ),
    stop: setting('RELAY_STOP_MS', 'Time for running uploads to finish when the relay stops.', wholeNumber(), '30000'),
  }),
  retention: z.object({
    doneDays: setting('RELAY_KEEP_DAYS', 'Days after which delivered submissions are deleted.', wholeNumber(), '30'),
    spamDays: setting('RELAY_KEEP_SPAM_DAYS', 'Days after which spam is deleted.', wholeNumber(), '30'),
  }),
  report: setting(
    'RELAY_REPORT',
    '`weekly`: a [report](#spam) every Monday that lists spam and submissions that could not be delivered.',
    choice('off', 'weekly'),
    'off',
  ),
  inbox: setting(
    'RELAY_INBOX',
    'The development inbox at `/inbox`; only when bound to loopback. Not for servers: it shows all submissions to every user of the machine.',
    flag,
    'false',
  ),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from environment variables. For each variable, `<NAME>_FILE` may instead name a file with its
 * value. `warnings` lists problems that do not prevent the relay from working.
 * @throws ConfigFault listing all errors
 */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const environment = new Environment(variables)
  const { faults, warnings } = environment
  const read = environment.read(settings)
  // These settings are read separately, so that they are checked even if other settings are invalid.
  const { bind = undefined, inbox = false } = environment.read(settings.pick({ bind: true, inbox: true })) ?? {}
  const passed = findPassedSocket(variables, faults)
  const host = (passed ?? bind)?.host
  if (passed && bind && environment.has('RELAY_BIND') && hostAndPort(passed) !== hostAndPort(bind))
    warnings.push(`RELAY_BIND is ignored: the relay was passed a socket that listens on ${hostAndPort(passed)}.`)
  const targets = readTargets(environment)
  warnings.push(...environment.listMisspelt())
  if (inbox && host !== undefined && !isLoopback(host))
    faults.push('RELAY_INBOX requires RELAY_BIND on loopback, because it shows submissions to anyone who can reach it.')
  if (!read || faults.length > 0) throw new ConfigFault([...new Set(faults)], warnings)
  // On loopback, all requests come through a proxy on this machine, which sends the client's address in a header.
  const trustProxy = read.trustProxy ?? (isLoopback(host) ? 1 : 0)
  return { ...read, bind: passed ?? (read.bind as Bind), trustProxy, targets, warnings }
}
