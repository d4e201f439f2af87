import { z } from 'zod'
import type { ParseCache } from '../content/parse-cache.ts'
import type { createChanges } from '../editor/changes/changes.ts'

export interface ToolContext {
  /** Absolute path of the content folder. */
  folder: string
  /** Parsed files, which all calls share. */
  cache: ParseCache
  changes: ReturnType<typeof createChanges>
  /** Whether changes need a person's approval. */
  approvedOnly: boolean
  /** Name of the agent's program. */
  client: string | undefined
}

export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  readOnly?: boolean
  run(input: Record<string, unknown>, context: ToolContext): Promise<object>
}

interface ToolOf<Input extends z.ZodObject> extends Omit<Tool, 'run' | 'input'> {
  input: Input
  run(input: z.infer<Input>, context: ToolContext): object | Promise<object>
}

/** Defines a tool. The server validates the input before it calls `run`. */
export function defineTool<Input extends z.ZodObject>({ run, ...tool }: ToolOf<Input>): Tool {
  return { ...tool, run: async (input, context) => run(input as z.infer<Input>, context) }
}

/** Number of entries to skip in the result's lists, or of characters to skip in a text. */
export const offset = z.int().min(0).default(0).describe('Where to continue a result that was too large')
