import dnsPromises from 'node:dns/promises'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Option } from 'commander'
import { findProofWarning } from '../intake/proofs.ts'
import { listTargetWarnings } from '../targets/check-targets.ts'
import type { Target } from '../targets/target.ts'
import { getTargetType, type TargetConfig } from '../targets/targets.ts'
import { type Command, type CommandArgs, formatTable } from './command.ts'
import { checkCanary } from './doctor/canary.ts'
import { checkDatabase } from './doctor/database.ts'
import { type Finding, MAX_CLOCK_SKEW_MS } from './doctor/finding.ts'
import { checkRetention } from './doctor/retention.ts'
import { checkSpool, type DoctorConfig } from './doctor/spool.ts'

/** Checks everything that the relay needs. Writes only probe files. Safe to run while a relay is running. */
export const doctorCommand = {
  usage: 'doctor',
  description: 'check the spool, clock, targets and DNS records',
  options: [new Option('--no-dns', 'skip the DNS records')],
  async run(config: DoctorConfig, args: DoctorArgs) {
    const { forms, targets, dns, resolver = new dnsPromises.Resolver({ timeout: 5000, tries: 2 }) } = args
    const proofWarning = findProofWarning(config, forms)
    const data: Finding[] = [
      ...(await checkSpool(config)),
      ...(await checkDatabase(config)),
      await checkClock(config.spool),
      ...(await checkSystemdUnits()),
      ...(await checkCanary(config.spool)),
      ...(await Promise.all(targets.map(checkTarget))),
      ...listTargetWarnings(config, forms).map(({ target, about, ...warning }) => ({
        check: `${about} ${target}`,
        ...warning,
      })),
      ...(dns === false ? [] : await checkDns(config.targets, resolver)),
      ...checkRetention(forms),
      ...(proofWarning ? [{ check: 'proof of work', level: 'warn' as const, detail: proofWarning }] : []),
      { check: 'forms', level: 'ok', detail: `${Object.keys(forms.forms).length} forms on ${forms.site.url}` },
    ]
    const rows = data.map(({ level, check, detail }) => [level, check, detail])
    return { data, text: formatTable(rows), ok: data.every(({ level }) => level !== 'fail') }
  },
} satisfies Command

type DoctorArgs = Pick<CommandArgs, 'forms' | 'targets' | 'dns'> & { resolver?: Resolver }

async function checkTarget(target: Target): Promise<Finding> {
  const check = `target ${target.name}`
  try {
    const found = await target.probe()
    return typeof found === 'string'
      ? { check, level: 'ok', detail: found }
      : { check, level: 'warn', detail: found.warning }
  } catch (error) {
    return { check, level: 'fail', detail: (error as Error).message }
  }
}

/** Earliest plausible time, in milliseconds since 1970. A clock that shows an earlier time was never set. */
const EARLIEST_PLAUSIBLE = Date.UTC(2025, 0, 1)

/** Compares this machine's clock, on which signatures and schedules depend, with the file system's clock. */
async function checkClock(spool: string): Promise<Finding> {
  const now = Date.now()
  const check = 'clock'
  const detail = new Date(now).toISOString()
  if (now < EARLIEST_PLAUSIBLE) return { check, level: 'fail', detail: `is set to ${detail}` }
  const file = path.join(spool, 'tmp', `.doctor-${process.pid}-clock`)
  try {
    await writeFile(file, '')
    const difference = Math.abs((await stat(file)).mtimeMs - now)
    await rm(file, { force: true })
    if (difference > MAX_CLOCK_SKEW_MS)
      return { check, level: 'warn', detail: `${Math.round(difference / 1000)} s off the file system's clock` }
  } catch {
    // Ignores the error, because another check reports whether the spool is writable.
  }
  return { check, level: 'ok', detail }
}

/** Folder that contains the systemd units in a deployed release: `hosting/systemd` next to `relay`. */
const RELEASED = path.resolve(import.meta.dirname, '..', 'hosting', 'systemd')

/**
 * Reports installed systemd units that differ from the units in the release. Ignores units that are not installed.
 * Reports nothing if the relay does not run from a release.
 */
export async function checkSystemdUnits(released = RELEASED, installed = '/etc/systemd/system'): Promise<Finding[]> {
  const names = await readdir(released).catch(() => [])
  const read = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8').catch(() => undefined)
  const found = await Promise.all(
    names.sort().map(async (name) => ({
      name,
      expected: await read(released, name),
      actual: await read(installed, name),
    })),
  )
  const units = found.filter(({ actual }) => actual !== undefined)
  if (units.length === 0) return []
  const changed = units.filter(({ expected, actual }) => expected !== actual).map(({ name }) => name)
  if (changed.length === 0) return [{ check: 'systemd units', level: 'ok', detail: 'match the release' }]
  const detail = `${changed.join(', ')} in ${installed} differ from the release: reinstall them from ${released}`
  return [{ check: 'systemd units', level: 'warn', detail }]
}

/** The functions of `node:dns/promises` that `checkDns` uses. */
interface Resolver {
  resolveMx(name: string): Promise<{ exchange: string }[]>
  resolveTxt(name: string): Promise<string[][]>
}

/** Checks the MX, SPF, DKIM and DMARC records of senders. Without them, servers may treat emails as spam. */
async function checkDns(targets: readonly TargetConfig[], resolver: Resolver): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const target of targets) {
    const sender = getTargetType(target).mailSender?.(target)
    const domain = /@([^\s<>@]+)>?\s*$/.exec(sender?.from ?? '')?.[1]
    if (!sender || domain === undefined) continue
    const mx = await resolver.resolveMx(domain).catch(() => [])
    findings.push(finding(`DNS MX ${domain}`, mx[0]?.exchange, 'none: replies to this domain cannot be delivered'))
    findings.push(await checkTxt(resolver, domain, 'SPF', /^v=spf1\b/i))
    findings.push(await checkTxt(resolver, `_dmarc.${domain}`, 'DMARC', /^v=DMARC1\b/i))
    if (sender.dkim) {
      const name = `${sender.dkim.selector}._domainkey.${sender.dkim.domain}`
      findings.push(await checkTxt(resolver, name, 'DKIM', /\bp=[A-Za-z0-9+/]/))
    }
  }
  return findings
}

async function checkTxt(resolver: Resolver, name: string, recordType: string, shape: RegExp): Promise<Finding> {
  const records = (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join(''))
  const found = records.find((record) => shape.test(record))
  return finding(`DNS ${recordType} ${name}`, found, 'none: mail may be treated as spam')
}

function finding(check: string, found: string | undefined, otherwise: string): Finding {
  return { check, level: found === undefined ? 'warn' : 'ok', detail: found ?? otherwise }
}
