import { getTargetType, type TargetConfig } from '../../targets/targets.ts'
import type { Finding } from './finding.ts'

/** The functions of `node:dns/promises` that `checkDns` uses. */
export interface Resolver {
  resolveMx(name: string): Promise<{ exchange: string }[]>
  resolveTxt(name: string): Promise<string[][]>
}

/**
 * Checks the MX, SPF, DKIM and DMARC records of sender domains. Without them, mail servers may treat emails as spam.
 */
export async function checkDns(targets: readonly TargetConfig[], resolver: Resolver): Promise<Finding[]> {
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
  return finding(
    `DNS ${recordType} ${name}`,
    records.find((record) => shape.test(record)),
    'none: mail may be treated as spam',
  )
}

function finding(check: string, found: string | undefined, otherwise: string): Finding {
  return { check, level: found === undefined ? 'warn' : 'ok', detail: found ?? otherwise }
}
