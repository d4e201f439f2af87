import type { Field } from '../contract.ts'
import type { Value, ViewOf } from '../value.ts'
import type { Kind } from './kind.ts'
import * as kinds from './list.ts'

const all = Object.entries(kinds)
const byKind = new Map<string, unknown>(all)

export function kindOf(field: Field): Kind<Field, Value> {
  return byKind.get(field.kind) as Kind<Field, Value>
}

/** Loads the views of all field types, for pages that are rendered without Vite. See views.ts. */
export async function loadViews(): Promise<ViewOf> {
  const loading = all.map(async ([kind, { view }]) => [kind, (await view()).default] as const)
  const views = new Map(await Promise.all(loading))
  return ({ kind }) => views.get(kind) as ReturnType<ViewOf>
}
