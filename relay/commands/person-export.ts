import path from 'node:path'
import type { ReaderConfig } from '../open-store.ts'
import type { SubmissionRecord } from '../targets/record.ts'
import type { Command, CommandArgs, StreamedReport } from './command.ts'
import { formatSkipWarning } from './describe.ts'
import { exportEntry, TO_OPTION } from './export.ts'
import { createNobodyError, findPersonEntries, PERSON_GROUP } from './person.ts'

/** Exports all submissions of one person, in every place, like `exportCommand`. */
export const personExportCommand = {
  group: PERSON_GROUP,
  usage: 'export <email>',
  description: "print one person's submissions as JSON lines, or write them and their files to a folder",
  options: [TO_OPTION],
  async run(
    config: ReaderConfig,
    { email, forms, to }: Pick<CommandArgs, 'email' | 'forms' | 'to'>,
  ): Promise<StreamedReport<SubmissionRecord & { place: string }>> {
    const warnings: string[] = []
    let written = 0

    async function* items() {
      for await (const { store, entry } of findPersonEntries(config, { email, forms }, (text) => warnings.push(text))) {
        // A corrupt entry may lack its files.
        const item = await exportEntry(store, entry, { forms, to }).catch((error: Error) => {
          if (entry.place !== 'corrupt') throw error
          warnings.push(formatSkipWarning(`${entry.place}/${entry.envelope.id}`, error))
        })
        if (!item) continue
        written++
        yield item
      }
      if (written === 0 && warnings.length === 0) throw createNobodyError(email)
    }

    const text = () => `${written} written to ${path.resolve(to ?? '')}`
    const end = () => ({ ...(to === undefined ? {} : { text: text() }), warnings, ok: warnings.length === 0 })
    return { items: items(), end }
  },
} satisfies Command
