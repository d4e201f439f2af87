import type { z } from 'zod'
import { memoize } from '../memoize.ts'
import type { ParsedFile } from '../parsed.ts'
import type { ValuePath } from '../yaml/source.ts'

type Path = (string | number)[]

/** A string whose schema has a mark in its metadata, such as `link`. */
interface MarkedText<T> {
  mark: T
  value: string
  path: Path
}

interface Definition {
  type: string
  format?: string
  checks?: z.core.$ZodCheck[]
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  discriminator?: string
  in?: z.ZodType
  getter?: () => z.ZodType
}

/** Lists the strings in a file that its schema marks as references. */
export const listReferences = memoize(({ schema, source, data }: Pick<ParsedFile, 'schema' | 'source' | 'data'>) => {
  const marked = source ? listMarkedTexts<string>(schema, data, 'reference') : []
  return marked.map(({ mark: collection, value: slug, path }) => ({ collection, slug, path }))
})

/** Lists the strings in a value whose schema has a mark. Skips parts that do not match the schema. */
export function listMarkedTexts<T>(schema: z.ZodType, value: unknown, name: string, path: Path = []): MarkedText<T>[] {
  if (!marksIn(schema).has(name)) return []
  const mark = schema.meta()?.[name] as T | undefined
  const definition = definitionOf(schema)
  // Skip invalid choices, because the schema reports them.
  const fits = typeof value === 'string' && (definition.type !== 'enum' || schema.safeParse(value).success)
  if (mark) return fits ? [{ mark, value, path }] : []
  return listParts(definition, value).flatMap((part) =>
    listMarkedTexts<T>(part.schema, part.value, name, [...path, ...part.path]),
  )
}

export interface FreeText {
  value: string
  path: Path
  limit?: number | null | undefined
  /** What the schema's `meta` says about the text, such as `languageNeutral`. */
  marks: Record<string, unknown>
}

/** Lists the free text in a value. Excludes choices, addresses, names and dates. */
export function listFreeTexts(schema: z.ZodType, value: unknown, path: Path = []): FreeText[] {
  const { maxLength: limit } = schema as z.ZodString
  if (typeof value === 'string' && isFreeText(schema)) return [{ value, path, limit, marks: schema.meta() ?? {} }]
  return listParts(definitionOf(schema), value).flatMap((part) =>
    listFreeTexts(part.schema, part.value, [...path, ...part.path]),
  )
}

/** Marks of strings that are not prose: addresses, names, codes, input for drawings, and values that forms send. */
const MACHINE_READ = ['link', 'image', 'reference', 'code', 'drawn', 'sent']

function isFreeText(schema: z.ZodType): boolean {
  const { type, format, checks = [] } = definitionOf(schema)
  const formatted = format ?? checks.find(({ _zod }) => _zod.def.check === 'string_format')
  return type === 'string' && !formatted && !MACHINE_READ.some((name) => schema.meta()?.[name])
}

interface Part {
  schema: z.ZodType
  value: unknown
  path: Path
}

/** Lists the direct parts of a value with their schemas. Skips parts that the schema does not define. */
function listParts(definition: Definition, value: unknown): Part[] {
  const inner = definition.innerType ?? (definition.type === 'pipe' ? definition.in : undefined)
  if (inner) return [{ schema: inner, value, path: [] }]
  if (definition.options) {
    const option = chooseOption(definition, value)
    return option ? [{ schema: option, value, path: [] }] : []
  }
  if (Array.isArray(value)) {
    const { element } = definition
    return element ? value.map((item, index) => ({ schema: element, value: item, path: [index] })) : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const { shape, valueType } = definition
    const child = shape && Object.hasOwn(shape, key) ? shape[key] : valueType
    return child ? [{ schema: child, value: item, path: [key] }] : []
  })
}

/** Returns the names of all marks in a schema. Callers use them to skip values without marks. */
const marksIn: (schema: z.ZodType) => ReadonlySet<string> = memoize((schema: z.ZodType) => {
  return new Set([...Object.keys(schema.meta() ?? {}), ...partsOf(schema).flatMap((part) => [...marksIn(part)])])
})

/** Lists all values of a mark within a schema. */
export function listMarkValues<T>(schema: z.ZodType, name: string): T[] {
  if (!marksIn(schema).has(name)) return []
  const mark = schema.meta()?.[name] as T | undefined
  return [...(mark === undefined ? [] : [mark]), ...partsOf(schema).flatMap((part) => listMarkValues<T>(part, name))]
}

function partsOf(schema: z.ZodType): z.ZodType[] {
  const { innerType, in: input, element, valueType, options = [], shape = {} } = definitionOf(schema)
  const parts = [innerType, input, element, valueType, ...options, ...Object.values(shape)]
  return parts.filter((part) => part !== undefined)
}

/** Returns the union option that the discriminator selects; without a discriminator, the first that matches. */
function chooseOption({ options = [], discriminator }: Definition, value: unknown): z.ZodType | undefined {
  if (!discriminator) return options.find((option) => option.safeParse(value).success)
  const selected = (value as Record<string, unknown> | null | undefined)?.[discriminator]
  return options.find((option) => option._zod.propValues?.[discriminator]?.has(selected as never))
}

/** Lists the field names that the schema defines at a path in the data; empty if it accepts any name. */
export function listKnownKeys(schema: z.ZodType, data: unknown, path: ValuePath): string[] {
  const { innerType, in: input, getter, options, shape, element, valueType } = definitionOf(schema)
  // Optional and default values, pipes and recursive schemas wrap another schema.
  const inner = innerType ?? input ?? getter?.()
  if (inner) return listKnownKeys(inner, data, path)
  if (options) return options.flatMap((option) => (fits(option, data) ? listKnownKeys(option, data, path) : []))
  const [step, ...rest] = path
  if (step === undefined) return Object.keys(shape ?? {})
  const child = shape?.[step] ?? element ?? valueType
  return child ? listKnownKeys(child, (data as Record<PropertyKey, unknown> | undefined)?.[step], rest) : []
}

/** Reports whether the data's discriminator fields select this option of a union. */
function fits(option: z.ZodType, data: unknown): boolean {
  const chosenBy = option._zod.propValues ?? {}
  return Object.entries(chosenBy).every(([key, values]) =>
    values.has((data as Record<string, never> | undefined)?.[key] as never),
  )
}

function definitionOf(schema: z.ZodType): Definition {
  return (schema as unknown as { def: Definition }).def
}
