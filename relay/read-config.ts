import { existsSync } from 'node:fs'
import path from 'node:path'
import { MOST_TEXT } from '../src/forms/limits.ts'
import type { Config } from './config.ts'
import { ConfigFault, Environment } from './configuration/environment.ts'
import { listMisspelt } from './configuration/misspelt.ts'
import { readTargets } from './configuration/read-targets.ts'
import { isLoopback } from './http/loopback.ts'

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
