import { Readable } from 'node:stream'
import { createSample } from '@northshelf/site/forms/sample-answers.ts'
import { Option } from 'commander'
import { createId } from '../store/ids.ts'
import type { Envelope } from '../store/store.ts'
import { type Command, type CommandArgs, formatTable } from './command.ts'
import { suggestForm } from './query.ts'

/** Maximum duration of a test, in milliseconds. Targets may have longer timeouts, but here an operator is waiting. */
const TIMEOUT = 60_000

/** Sends a test submission directly to the targets, bypassing the spool, and reports each outcome. */
export const testSendCommand = {
  usage: 'test-send',
  description: 'send a test submission directly to the targets',
  options: [
    new Option('--target <name>', 'only this target'),
    new Option('--form <type>', 'with example answers to this form'),
  ],
  async run(_config: unknown, args: TestSendArgs) {
    const { targets, target: only } = args
    const chosen = targets.filter(({ name }) => only === undefined || name === only)
    if (chosen.length === 0)
      throw new Error(`There is no target ${only}. Configured targets: ${targets.map(({ name }) => name).join(', ')}.`)
    const now = Date.now()
    const envelope: Envelope = {
      version: 1,
      id: createId(now),
      receivedAt: new Date(now).toISOString(),
      title: 'Relay test',
      ...createTestAnswers(args),
      attachments: [],
      targets: chosen.map(({ name }) => name),
      idempotency: undefined,
      spam: [],
    }
    const results = await Promise.all(
      chosen.map(async (target) => {
        const within = Math.min(target.timeout, TIMEOUT)
        const signal = AbortSignal.timeout(within)
        const outcome = await target.deliver({ envelope, open: () => Readable.from([]) }, signal)
        const late = signal.aborted && outcome.kind !== 'delivered'
        const detail = `timed out after ${within / 1000} s: ${outcome.detail}`
        return { target: target.name, outcome: late ? { ...outcome, detail } : outcome }
      }),
    )
    const rows = results.map(({ target, outcome }) => [target, outcome.kind, outcome.detail])
    // An email counts as delivered if any recipient accepted it; `setup` then lists those who refused it.
    const ok = results.every(({ outcome }) => outcome.kind === 'delivered' && outcome.setup === undefined)
    return { data: { id: envelope.id, results }, text: formatTable(rows), ok }
  },
} satisfies Command

type TestSendArgs = Pick<CommandArgs, 'targets' | 'target'> & Partial<Pick<CommandArgs, 'form' | 'forms'>>

function createTestAnswers({ form, forms }: TestSendArgs): Pick<Envelope, 'formType' | 'values'> {
  const message = 'This is a test of the relay. If you can read it, submissions reach you.'
  if (form === undefined || !forms) return { formType: 'test', values: { message } }
  const contract = Object.hasOwn(forms.forms, form) ? forms.forms[form] : undefined
  if (!contract) throw new Error(`There is no form ${form}.${suggestForm(form, forms)}`)
  const given = contract.given.map((name) => [name, 'Test'])
  return {
    formType: form,
    values: { ...createSample(contract).values, ...Object.fromEntries(given), ...contract.fixed },
  }
}
