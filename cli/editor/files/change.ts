import { z } from 'zod'
import { ValueChange } from '../../content/yaml/value-change.ts'

export const FileChange = z.union([z.object({ kind: z.literal('body'), text: z.string() }), ValueChange])
export type FileChange = z.infer<typeof FileChange>

/** Changes to one file, in the order in which they are applied. */
export const FileEdit = z.object({
  file: z.string().describe('Path relative to the parent of the content folder'),
  version: z.string().describe('Hash of the file when it was read'),
  changes: z.array(FileChange).max(200),
})
export type FileEdit = z.infer<typeof FileEdit>
