import type { ValuePath } from './yaml/source.ts'

/** Returns the value at a path; undefined if the path does not exist. */
export function valueAt(data: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined | null)?.[step], data)
}

/** Reports whether a value is a group of fields. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
