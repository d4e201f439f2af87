import { rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Target } from '../targets/target.ts'
import { LINKLESS, listLinkless } from '../targets/targets.ts'
import { formatTable, type Report } from './command.ts'
import { checkDns, type Resolver } from './doctor/dns.ts'
import { checkSpool, type DoctorConfig } from './doctor/spool.ts'

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

/** One thing that was looked at. `warn` is worth a look; `fail` keeps submissions from being taken or delivered. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Can each target be reached, now and from here? */
export function checkTargets(targets: readonly Target[]): Promise<Finding[]> {
  return Promise.all(
    targets.map(async (target): Promise<Finding> => {
      const check = `target ${target.name}`
      try {
        return { check, level: 'ok', detail: await target.probe() }
      } catch (error) {
        return { check, level: 'fail', detail: (error as Error).message }
      }
    }),
  )
}

/** Can the receivers of webhooks fetch the files of a submission? */
export function checkLinks(targets: readonly TargetConfig[], forms: FormBook): Finding[] {
  return listLinkless(targets, forms).map((name) => ({ check: `links ${name}`, level: 'warn', detail: LINKLESS }))
}

/** A time before this one shows a clock that was never set, in milliseconds since 1970. */
const SURELY_PAST = Date.UTC(2025, 0, 1)
const TOLERATED = 5_000

/** Signatures and schedules need a clock that is right; the file system's may be that of another machine. */
export async function checkClock(spool: string): Promise<Finding> {
  const now = Date.now()
  const check = 'clock'
  if (now < SURELY_PAST) return { check, level: 'fail', detail: `says ${new Date(now).toISOString()}` }
  const file = path.join(spool, 'tmp', `.doctor-${process.pid}-clock`)
  try {
    await writeFile(file, '')
    const { mtimeMs } = await stat(file)
    await rm(file, { force: true })
    const apart = Math.abs(mtimeMs - now)
    return apart > TOLERATED
      ? { check, level: 'warn', detail: `differs from the file system's by ${Math.round(apart / 1000)} s` }
      : { check, level: 'ok', detail: new Date(now).toISOString() }
  } catch {
    return { check, level: 'ok', detail: new Date(now).toISOString() }
  }
}
