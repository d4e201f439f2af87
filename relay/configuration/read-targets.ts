import path from 'node:path'
import type { Dkim, TargetConfig } from '../config.ts'
import type { Environment } from './environment.ts'

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
