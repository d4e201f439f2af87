import { readFileSync } from 'node:fs'
import path from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'

/** Reports all configuration errors, with warnings that may explain them. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  constructor(problems: readonly string[], warnings: readonly string[] = []) {
    const lines = [...problems.map((problem) => `  - ${problem}`), ...formatWarnings(warnings)]
    super(`The configuration is invalid:\n${lines.join('\n')}`)
    this.problems = problems
    this.warnings = warnings
  }
}

export function formatWarnings(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `  warning: ${warning}`)
}

interface SettingMeta {
  variable: string
  /** Description for the operator's guide, in Markdown. */
  about: string
  /** Default value, as an operator would write it. */
  fallback?: string | undefined
}
const metas = z.registry<SettingMeta>()

/** Defines a setting: its variable, description, schema and default. */
export function defineSetting<S extends z.ZodType>(variable: string, about: string, schema: S, fallback?: string): S {
  // Copies the schema, because several settings may share one but have different metadata.
  const copy = schema.clone() as S
  metas.add(copy, { variable, about, fallback })
  return copy
}

const MAX_TYPO_DISTANCE = 2

/** Returns the name that is most similar to the text, if the difference is small enough to be a typo. */
export function suggestName(text: string, names: readonly string[]): string | undefined {
  const name = closest(text, names)
  return distance(text, name) <= MAX_TYPO_DISTANCE ? name : undefined
}

/** Reads settings from the environment. Collects all errors, so that they are reported together. */
export class EnvironmentReader {
  readonly problems: string[] = []
  readonly warnings: string[] = []
  /** Names of all settings, used to detect typos. */
  readonly known = new Set<string>()
  readonly #variables: NodeJS.ProcessEnv
  readonly #unreadable = new Set<string>()

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables
  }

  /** Reports whether a variable is set, directly or through `_FILE`. */
  has(name: string): boolean {
    this.known.add(name)
    return Boolean(this.#variables[name]?.trim() || this.#variables[`${name}_FILE`]?.trim())
  }

  /**
   * Reads the settings in a schema and collects the errors. `{}` in an error message stands for the variable.
   * @param nameOf maps the variable of a setting to the variable to read instead
   * @returns the values, nested like the schema; undefined if one of them is invalid
   */
  read<S extends z.ZodType>(schema: S, nameOf = (variable: string) => variable): z.output<S> | undefined {
    const names = new Map<string, string>()
    const input = mapSettings(schema, ({ variable, fallback }, keyPath) => {
      names.set(keyPath, nameOf(variable))
      return this.#text(nameOf(variable)) ?? fallback
    })
    const { success, data, error } = schema.safeParse(input)
    for (const issue of error?.issues ?? []) {
      const issuePath = issue.path.join('.')
      const matches = [...names].flatMap(([keyPath, name]) => (`${keyPath}.`.startsWith(`${issuePath}.`) ? [name] : []))
      // A variable whose file cannot be read has already been reported.
      if (!matches.some((name) => this.#unreadable.has(name)))
        this.problems.push(issue.message.replace('{}', matches.join(', ')))
    }
    return success ? data : undefined
  }

  /** Returns the value of `<name>`, or the content of the file at `<name>_FILE`. An empty value counts as not set. */
  #text(name: string): string | undefined {
    this.known.add(name)
    const direct = this.#variables[name]?.trim() || undefined
    const file = this.#variables[`${name}_FILE`]?.trim() || undefined
    if (!file) return direct
    let problem = `${name} and ${name}_FILE are both set. Remove one of them.`
    try {
      const text = readFileSync(file, 'utf8').trim()
      if (!direct && text) return text
      if (!direct) problem = `${name}_FILE: ${file} is empty.`
    } catch (error) {
      if (!direct) problem = `${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`
    }
    this.problems.push(problem)
    this.#unreadable.add(name)
    return undefined
  }

  /** Lists unknown variables that look like settings, with suggestions. */
  listMisspelt(): string[] {
    const names = [...this.known]
    return Object.entries(this.#variables)
      .filter(([name, text]) => text?.trim() && !this.known.has(name) && !this.known.has(name.replace(/_FILE$/, '')))
      .flatMap(([name]) => {
        const suggestion = suggestName(name, names)
        // A variable without this prefix belongs to another program, unless its name resembles a setting.
        if (!suggestion && !name.startsWith('RELAY_')) return []
        return [`${name} is unknown.${suggestion ? ` Did you mean ${suggestion}?` : ''}`]
      })
  }
}

/**
 * Transforms each setting in a schema. The results are nested like the schema. `keyPath` is a dotted path such
 * as `limits.bodyBytes`.
 */
export function mapSettings(
  schema: z.ZodType,
  transform: (meta: SettingMeta, keyPath: string, setting: z.ZodType) => unknown,
  keyPath = '',
): unknown {
  const meta = metas.get(schema)
  if (meta) return transform(meta, keyPath, schema)
  const { shape } = (schema instanceof z.ZodPipe ? schema.in : schema) as z.ZodObject<Record<string, z.ZodType>>
  const entries = Object.entries(shape)
  return Object.fromEntries(
    entries.map(([key, child]) => [key, mapSettings(child, transform, keyPath ? `${keyPath}.${key}` : key)]),
  )
}

/** Creates a schema that parses text. @param parse returns undefined for invalid text */
function parsed<T>(expected: string, parse: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = parse(text)
    if (value === undefined) context.addIssue(`{} must be ${expected}; it is "${text}".`)
    return value ?? z.NEVER
  })
}

/** Creates a schema for any string. @param required describes the setting in the error message if it is missing */
export function createTextSchema(required?: string) {
  return z.string({ error: () => `{} is missing. Set it to ${required}.` })
}

export const folderSchema = z.string().transform((text) => path.resolve(text))

export function createIntegerSchema({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`
  return parsed(`a whole number ${range}`, (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
  })
}

export const booleanSchema = parsed('true or false', (text) => {
  if (['1', 'true', 'yes', 'on'].includes(text.toLowerCase())) return true
  return ['0', 'false', 'no', 'off'].includes(text.toLowerCase()) ? false : undefined
})

/** Creates a schema for one of several words, ignoring case. */
export function createChoiceSchema<const W extends string>(...words: W[]) {
  return parsed(words.join(' or '), (text) => words.find((word) => word.toLowerCase() === text.toLowerCase()))
}

/** Parses `host:port`, `[ipv6]:port` or a bare port, which means that port on loopback. */
export const listenAddressSchema = parsed('host:port, such as 127.0.0.1:8787', (text) => {
  const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]]+)):)?(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  return match && port <= 65_535 ? { host: match[1] ?? match[2] ?? '127.0.0.1', port } : undefined
})

/** Creates a schema for a URL, without normalizing it. Errors do not quote it, because it may contain a password. */
export function createUrlSchema(protocols: readonly string[], required?: string) {
  return createTextSchema(required).refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      return url && protocols.includes(url.protocol.slice(0, -1)) && url.hostname
    },
    `{} must be a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}.`,
  )
}

/** Splits words at spaces and commas. */
export const wordListSchema = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))
