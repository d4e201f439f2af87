import type { FormBook } from '../forms.ts'
import type { Target } from '../targets/target.ts'
import { checkClock } from './doctor/clock.ts'
import { checkDns, type Resolver } from './doctor/dns.ts'
import type { Finding } from './doctor/finding.ts'
import { checkLinks } from './doctor/links.ts'
import { checkSpool, type DoctorConfig } from './doctor/spool.ts'
import { checkTargets } from './doctor/targets.ts'
import { formatTable, type Report } from './report.ts'

/**
 * Looks at everything that the relay needs and changes nothing but a probe file. Works beside a running relay.
 * @param options.resolver looks up DNS records; undefined leaves them out
 */
export async function doctor(
  config: DoctorConfig,
  options: { forms: FormBook; targets: readonly Target[]; resolver: Resolver | undefined },
): Promise<Report<Finding[]>> {
  const data = [
    ...(await checkSpool(config)),
    await checkClock(config.spool),
    ...(await checkTargets(options.targets)),
    ...checkLinks(config.targets, options.forms),
    ...(options.resolver ? await checkDns(config.targets, options.resolver) : []),
    formsFinding(options.forms),
  ]
  const rows = data.map(({ level, check, detail }) => [level, check, detail])
  return { data, text: formatTable(rows), ok: data.every(({ level }) => level !== 'fail') }
}

function formsFinding({ forms, site }: FormBook): Finding {
  return { check: 'forms', level: 'ok', detail: `${Object.keys(forms).length} forms of ${site.url}` }
}
