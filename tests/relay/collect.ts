import { formatReportStream, type StreamedReport } from '../../relay/commands/command.ts'

/** Collects the data and the printed text of a streamed report. */
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
  for await (const chunk of formatReportStream({ ...report, items: items() })) text += chunk
  return { data, text: text.trimEnd(), warnings: report.end().warnings }
}
