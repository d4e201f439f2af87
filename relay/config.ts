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

/** `forms.json` next to the bundled relay if it exists, otherwise the output path of the site build. */
const forms =
  [path.join(import.meta.dirname, 'forms.json')].find(existsSync) ?? path.join('dist', 'relay', 'forms.json')

const origins = wordList.superRefine((all, context) => {
  for (const text of all) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text)
      context.addIssue(
        `{}: "${text}" is not an origin, such as https://www.example.com (no path, no slash at the end).`,
      )
  }
})

/** All settings except those of targets. The defaults run the relay on one machine without other services. */
export const settings = z.object({
  spool: setting('RELAY_SPOOL', 'The spool. A local file system, not NFS.', folder, 'spool'),
  store: setting(
    'RELAY_STORE',
    'A PostgreSQL database that several relays share, `postgres://user:password@host/database`. Without it all stays in the spool. See [more than one machine](#more-than-one-machine-postgresql).',
    url(['postgres', 'postgresql']).optional(),
  ),
  storeConnections: setting(
    'RELAY_STORE_CONNECTIONS',
    'Connections of this relay to the database at the same time, beside the one that listens.',
    wholeNumber({ min: 1, max: 1000 }),
    '10',
  ),
  forms: setting(
    'RELAY_FORMS',
    'The forms, as the build writes them. A `forms.json` beside `relay.js` goes before this default.',
    folder,
    forms,
  ),
  bind: setting(
    'RELAY_BIND',
    'Where it listens: `host:port`, `[ipv6]:port`, or a port on loopback. Not used when systemd passes a [socket](#3-the-relay).',
    address,
    '127.0.0.1:8787',
  ),
  adminBind: setting(
    'RELAY_ADMIN_BIND',
    'Health and metrics on an address of their own, for whoever reaches it. Without it: on `RELAY_BIND`, for this machine only.',
    address.optional(),
  ),
  origins: setting(
    'RELAY_ORIGINS',
    'Origins whose pages may post, by spaces or commas. Pages under the address that a post went to always may: the `Host` header counts, which a proxy must pass on.',
    origins,
    '',
  ),
  trustProxy: setting(
    'RELAY_TRUST_PROXY',
    'Proxies in front, 0 to 10. Without it 1 when bound to loopback, else 0. See [limits](#limits-and-proxies).',
    wholeNumber({ max: 10 }).optional(),
  ),
  publicKey: setting(
    'RELAY_PUBLIC_KEY',
    'Posts need this key: the `key` under `relay` in `content/site.yaml`. No protection: it stands in every page. It only turns away what posts blindly.',
    text().optional(),
  ),
  sendsPerTarget: setting(
    'RELAY_SENDS_PER_TARGET',
    'Deliveries to one target at the same time, 1 to 100. More help when a target is slow; mail servers often take few.',
    wholeNumber({ min: 1, max: 100 }),
    '4',
  ),
  limits: z.object({
    postsPerMinute: setting(
      'RELAY_POSTS_PER_MINUTE',
      'From one address to one form; to one endpoint six times that. `0`: any number.',
      wholeNumber(),
      '10',
    ),
    confirmationsPerHour: setting(
      'RELAY_CONFIRMATIONS_PER_HOUR',
      'Mails to visitors that [confirm](#mails-to-visitors) what they sent, in all; one a day to an address. `0`: none.',
      wholeNumber(),
      '60',
    ),
    bodyBytes: setting(
      'RELAY_BODY_BYTES',
      'All texts of a post together; 1024 to 16777216. Files have the limits of their forms.',
      wholeNumber({ min: 1024, max: 16 * 1024 * 1024 }),
      String(MOST_TEXT),
    ),
    freeBytes: setting('RELAY_FREE_BYTES', 'With less free space posts are refused (503).', wholeNumber(), '209715200'),
    bytesPerSecond: setting('RELAY_BYTES_PER_SECOND', 'A slower upload is given up (408) …', wholeNumber(), '1024'),
  }),
  /** Timeouts for clients, in milliseconds. */
  timeouts: z.object({
    grace: setting('RELAY_GRACE_MS', '… once this time has passed.', wholeNumber({ min: 100 }), '10000'),
    headers: setting('RELAY_HEADERS_TIMEOUT_MS', 'For the headers of a request.', wholeNumber({ min: 100 }), '10000'),
    request: setting(
      'RELAY_REQUEST_TIMEOUT_MS',
      'For a whole request, files included.',
      wholeNumber({ min: 100 }),
      '120000',
    ),
    stop: setting('RELAY_STOP_MS', 'For uploads under way when the relay is told to stop.', wholeNumber(), '30000'),
  }),
  retention: z.object({
    doneDays: setting('RELAY_KEEP_DAYS', 'Delivered submissions are deleted after so many days.', wholeNumber(), '30'),
    spamDays: setting('RELAY_KEEP_SPAM_DAYS', 'The same for spam.', wholeNumber(), '30'),
  }),
  report: setting(
    'RELAY_REPORT',
    '`weekly`: on Mondays a [report](#spam) of what is held back as spam and what could not be delivered.',
    choice('off', 'weekly'),
    'off',
  ),
  inbox: setting(
    'RELAY_INBOX',
    'The development inbox at `/inbox`; only when bound to loopback. Not for servers: it shows everything to every user of the machine.',
    flag,
    'false',
  ),
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the configuration from the environment; each variable may also be given as `<NAME>_FILE`. `warnings` lists
 * problems that do not prevent the relay from working.
 * @throws ConfigFault listing all errors
 */
export function readConfig(variables: NodeJS.ProcessEnv) {
  const environment = new Environment(variables)
  const { faults, warnings } = environment
  const read = environment.read(settings)
  // Read separately, so that they are checked even if other settings are invalid.
  const { bind = undefined, inbox = false } = environment.read(settings.pick({ bind: true, inbox: true })) ?? {}
  const passed = findPassedSocket(variables, faults)
  const host = (passed ?? bind)?.host
  if (passed && bind && environment.has('RELAY_BIND') && hostAndPort(passed) !== hostAndPort(bind))
    warnings.push(`RELAY_BIND is not used: the relay was passed a socket, which listens on ${hostAndPort(passed)}.`)
  const targets = readTargets(environment)
  warnings.push(...environment.listMisspelt())
  if (inbox && host !== undefined && !isLoopback(host))
    faults.push('RELAY_INBOX shows what visitors sent: it needs RELAY_BIND on loopback.')
  if (!read || faults.length > 0) throw new ConfigFault([...new Set(faults)], warnings)
  // On loopback all requests come through a proxy on this machine, so the client address is in its header.
  const trustProxy = read.trustProxy ?? (isLoopback(host) ? 1 : 0)
  return { ...read, bind: passed ?? (read.bind as Bind), trustProxy, targets, warnings }
}
