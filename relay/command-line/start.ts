import { checkTargets } from '../check-targets.ts'
import { listWarnings } from '../configuration/environment.ts'
import { loadForms } from '../forms.ts'
import { createLog } from '../log.ts'
import { readConfig } from '../read-config.ts'
import { startRelay } from '../start-relay.ts'
import { checkSurroundings, lateVariables } from './check.ts'
import { exit } from './exit.ts'

/** Runs the relay until a signal. @throws ConfigFault, SpoolInUse, or what the address says */
export async function start(
  variables: NodeJS.ProcessEnv,
  { check, json }: { check: boolean; json: boolean },
): Promise<number> {
  const config = readConfig(variables)
  const forms = loadForms(config.forms)
  checkTargets(config, forms)
  if (check) {
    const targets = config.targets.map(({ name, kind }) => ({ name, kind }))
    const warnings = await checkSurroundings(config, forms)
    const found = { bind: config.bind, spool: config.spool, forms: Object.keys(forms.forms), targets, warnings }
    const good = `The configuration works: ${found.forms.length} forms, targets ${targets.map(({ name }) => name).join(', ')}, spool ${config.spool}.`
    const text = [good, ...listWarnings(warnings)].join('\n')
    process.stdout.write(`${json ? JSON.stringify(found, null, 2) : text}\n`)
    return exit.good
  }
  const log = createLog()
  // What was accepted is safe on disk; whoever supervises the process starts it again.
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'crashed')
    process.exit(exit.bug)
  }
  process.once('uncaughtException', crash)
  process.once('unhandledRejection', crash)
  for (const warning of [...config.warnings, ...lateVariables(process.execArgv)]) log.warn(warning)
  const relay = await startRelay({ config, forms, log })
  await new Promise<void>((resolve) => {
    const end = () => {
      // A listener to its end keeps the channel, and that the process, alive.
      process.off('disconnect', end)
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
    // Whoever started it with a channel, as `site dev` does, takes it along even when killed.
    process.once('disconnect', end)
  })
  await relay.close()
  return exit.good
}
