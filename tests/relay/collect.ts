import { printStream, type StreamedReport } from '../../relay/commands/command.ts'

/** All of a streamed report at once: its data, and what it prints. */
export async function collect<T>(running: Promise<StreamedReport<T>>) {
  const report = await running
  const data: T[] = []
  async function* items() {
    for await (const item of report.items) {
      data.push(item.data)
      yield item
    }
  }
  let text = ''
  for await (const piece of printStream({ ...report, items: items() })) text += piece
  return { data, text: text.trimEnd(), warnings: report.end().warnings }
}
