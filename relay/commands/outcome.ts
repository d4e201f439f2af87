import { Option } from 'commander'
import type { Config } from '../config.ts'
import { describeStore, type StoreConfig, withReader } from '../open-store.ts'
import { parseOutcome } from '../store/records.ts'
import { listOutcomeTargets } from '../targets/targets.ts'
import { changeSubmissions, createChangeReport } from './change-store.ts'
import type { Command, CommandArgs } from './command.ts'
import { describeOutcome } from './describe.ts'
import { findSubmissionId } from './query.ts'

/** Records what became of a lead. */
export const outcomeCommand = {
  usage: 'outcome <id> <outcome>',
  description: 'record what became of a lead: qualified, won or lost',
  options: [
    new Option('--value <amount>', 'what the lead is worth, such as 12000 or 99.50'),
    new Option('--currency <code>', 'currency of the value, such as USD'),
    new Option('--at <day>', 'UTC date on which it happened; by default now'),
  ],
  example: 'relay outcome 01a1fc75 won --value 12000 --currency USD --at 2026-11-24',
  async run(
    config: StoreConfig & Pick<Config, 'outcomes'>,
    { ids, at: day, ...amount }: Pick<CommandArgs, 'ids' | 'value' | 'currency' | 'at'>,
  ) {
    const [prefix = '', status] = ids
    const where = describeStore(config)
    const entry = await withReader(config, async (store) => store.read(await findSubmissionId(store, prefix, where)))
    if (!entry) throw new Error(`There is no submission ${prefix} in ${where}.`)
    const { id, formType, receivedAt } = entry.envelope
    const outcome = parseOutcome({ ...amount, status, day }, receivedAt, Date.now())
    const targets = listOutcomeTargets(config, formType)
    const changes = await changeSubmissions(config, [id], () => ({ do: 'outcome', id, outcome, targets }))
    return createChangeReport(changes, { id }, (subject) => `Recorded for ${subject}: ${describeOutcome(outcome)}.`)
  },
} satisfies Command
