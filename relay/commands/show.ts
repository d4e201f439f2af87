import path from 'node:path'
import type { Config } from '../config.ts'
import type { FormBook } from '../intake/form-book.ts'
import { findEntry } from '../spool/entries.ts'
import type { Entry } from '../spool/store.ts'
import { listAnswers } from '../targets/answers.ts'
import { cleanLine } from '../targets/clean-text.ts'
import { formatTable, type Report } from './command.ts'
import { describeDeliveries } from './describe.ts'
import { existingSpool } from './spool-access.ts'

/** Everything about one entry: its answers, files, deliveries and their history. Works beside a running relay. */
export async function show(
  { spool }: Pick<Config, 'spool'>,
  { id, forms }: { id: string; forms?: FormBook | undefined },
): Promise<Report<Entry>> {
  const root = await existingSpool(spool)
  const entry = await findEntry(root, id)
  if (!entry) throw new Error(`There is no submission ${id} in ${root}.`)
  const { envelope, place, deliveries, folder, problem } = entry
  const facts = [
    ['Number', envelope.id],
    ['Received', envelope.receivedAt],
    ['Form', envelope.formType],
    ['Place', place],
    ['Folder', folder],
    ...(problem ? [['Problem', problem]] : []),
    ...(envelope.spam.length > 0 ? [['Held back', envelope.spam.join(', ')]] : []),
  ]
  // Cleaned: what visitors typed must not drive the operator's terminal.
  const answers = listAnswers(forms?.forms[envelope.formType], envelope).map(({ label, text }) => [
    label,
    text.replaceAll('\n', '\n  '),
  ])
  const files = envelope.attachments.map(({ field, name, type, size, file }) => [
    field,
    `${cleanLine(name)} (${type}, ${size} bytes): ${path.join(folder, file)}`,
  ])
  const history = deliveries.flatMap(({ target, history: lines }) =>
    lines.map(({ at, kind, detail }) => [at, target, kind, cleanLine(detail)]),
  )
  const blocks = [facts, answers, files].filter((rows) => rows.length > 0).map(formatTable)
  if (deliveries.length > 0) blocks.push(describeDeliveries(deliveries))
  if (history.length > 0) blocks.push(formatTable(history))
  return { data: entry, text: blocks.join('\n\n'), ok: true }
}
