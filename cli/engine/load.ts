import type { Markdown } from '../content/markdown/markdown.ts'
import { createMemory, type Memory } from '../content/parse-cache.ts'
import { dayOf, type Edition } from '../content/publication.ts'
import { readContentFolder } from '../content/read.ts'
import { listSchedule, type Scheduled } from '../content/schedule.ts'
import { textsIn, textsOf } from '../content/texts.ts'
import type { Texts } from '../diagnostics/texts.ts'
import { createAttempt } from './dry-run.ts'
import { openRecord } from './saved-results.ts'
import { type Assessment, assess } from './validate.ts'
import { dropUnverifiedFixes } from './verify-fixes.ts'

export interface Loaded extends Omit<Assessment, 'parsed'> {
  /** What is not just there; of valid files. */
  schedule: Scheduled[]
  /** Text of every file that was read, for the frames of diagnostics. */
  texts: Texts
  files: number
}

export interface LoadOptions {
  onProgress?: ((done: number, total: number) => void) | undefined
  /** That of the last time: what has not changed since is not parsed again. */
  memory?: Memory
  /** By default what is live today. */
  edition?: Edition
}

/**
 * Reads, parses and checks a content folder. Every problem of every file is in the result; each fix of them was
 * tried and did what it should.
 */
export async function loadContent(folder: string, markdown: Markdown, options: LoadOptions = {}): Promise<Loaded> {
  const { content, problems, parsed, attempt } = await parseFolder(folder, markdown, options)
  const { files, edition } = parsed
  return {
    content,
    problems: await dropUnverifiedFixes({ problems, parsed }, attempt),
    schedule: listSchedule(files, edition.today),
    texts: options.memory ? textsOf(files) : textsIn(folder, files, problems),
    files: files.length,
  }
}

/** The same, for whoever asks what is in the files: as the rules see them. The fixes of its problems were not tried. */
export async function parseFolder(
  folder: string,
  markdown: Markdown,
  { onProgress, memory = createMemory(), edition = { today: dayOf() } }: LoadOptions = {},
) {
  // A memory that has been used knows all that the record does.
  const record = memory.isEmpty() ? openRecord(markdown, folder) : undefined
  const read = readContentFolder(folder, memory, record?.has)
  const assessed = await assess(folder, read, markdown, { memory, edition, record, onProgress })
  record?.save(new Set(read.files.map(({ file }) => file)))
  return { ...assessed, attempt: createAttempt(folder, read, markdown, { memory, edition }) }
}
