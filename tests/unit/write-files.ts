import { createSafeStore } from '../../cli/editor/files/content-store.ts'

/** Writes files with the safe store. Arguments: the content folder and, as JSON, the files with their text. */
const [folder = '', files = ''] = process.argv.slice(2)
const toBytes = (text?: string) => (text === undefined ? undefined : Buffer.from(text))
const writes = (JSON.parse(files) as { file: string; before?: string; after?: string }[]).map(
  ({ file, before, after }) => ({ file, before: toBytes(before), after: toBytes(after) }),
)
await createSafeStore(folder).write(writes)
