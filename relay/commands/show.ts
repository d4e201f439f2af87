import { cleanLine } from '../clean-text.ts'
import { describeStore, type ReaderConfig, withReader } from '../open-store.ts'
import { createRetention, type Retention } from '../store/retention.ts'
import { listAnswers } from '../targets/answers.ts'
import { describeSource } from '../targets/source-text.ts'
import { type Command, type CommandArgs, formatTable } from './command.ts'
import { describeDeliveries, describeOutcome, formatKeptUntil } from './describe.ts'
import { findSubmissionId } from './query.ts'

/** Shows one entry: answers, files, deliveries and their history. Safe to run while a relay is running. */
export const showCommand = {
  usage: 'show <id>',
  description: 'show a submission and its deliveries',
  async run(config: ReaderConfig & { retention: Retention }, { id, forms }: Pick<CommandArgs, 'id' | 'forms'>) {
    const where = describeStore(config)
    const entry = await withReader(config, async (store) => store.read(await findSubmissionId(store, id, where)))
    if (!entry) throw new Error(`There is no submission ${id} in ${where}.`)
    const { envelope, place, deliveries, location, problem } = entry
    const keptUntil = formatKeptUntil(entry, createRetention(config.retention, forms))
    const facts = [
      ['Number', envelope.id],
      ['Received', envelope.receivedAt],
      ['Form', envelope.formType],
      ...(envelope.source ? [['Source', describeSource(envelope.source)]] : []),
      ['Place', place],
      ...entry.outcomes.slice(-1).map((outcome) => ['Outcome', describeOutcome(outcome)]),
      ...(keptUntil ? [['Kept until', keptUntil]] : []),
      ['Stored in', location],
      ...(envelope.canary ? [['Canary', 'sent by relay canary']] : []),
      ...(problem ? [['Problem', problem]] : []),
      ...(envelope.spam.length > 0 ? [['Held back', envelope.spam.join(', ')]] : []),
    ]
    // Cleans visitors' text, so that it cannot send control sequences to the operator's terminal.
    const answers = listAnswers(forms.forms[envelope.formType], envelope).map(({ label, text }) => [
      label,
      text.replaceAll('\n', '\n  '),
    ])
    const files = envelope.attachments.map(({ field, name, type, size, file }) => [
      field,
      `${cleanLine(name)} (${type}, ${size} bytes): ${file}`,
    ])
    const history = deliveries.flatMap(({ target, history: lines }) =>
      lines.map(({ at, kind, detail }) => [at, target, kind, cleanLine(detail)]),
    )
    const outcomes = entry.outcomes.map((outcome) => [outcome.recordedAt, describeOutcome(outcome)])
    const tables = [facts, answers, files, outcomes].filter((rows) => rows.length > 0).map((rows) => formatTable(rows))
    const blocks = [...tables, describeDeliveries(deliveries), formatTable(history)].filter((text) => text !== '')
    return { data: { ...entry, keptUntil }, text: blocks.join('\n\n'), ok: true }
  },
} satisfies Command
