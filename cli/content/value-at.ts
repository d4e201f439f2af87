import type { Path } from './yaml/source.ts'

/** What data say at a path; undefined where they do not go so far. */
export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined | null)?.[step], data)
}

/** Whether a value is a group of fields. */
export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
