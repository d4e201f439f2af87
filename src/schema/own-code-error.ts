import type { z } from 'zod'

type ResultSchemas = Readonly<Record<string, z.ZodType>>

/** Thrown if a function of the project's own code returns a wrong value. */
export class OwnCodeError extends Error {
  constructor(
    message: string,
    /** File that exports the function, relative to the project. */
    readonly ownFile: string,
    /** Name of the function. */
    readonly property: string,
  ) {
    super(message)
  }
}

/** Returns own code whose functions throw an `OwnCodeError` if their result does not match the schema for their name. */
export function checkResults<T extends object>(ownFile: string, code: T, schemas: ResultSchemas): T {
  const checkFunction = (name: string, run: (...values: unknown[]) => unknown, schema: z.ZodType) => {
    return (...values: unknown[]) => {
      const result = run.apply(code, values)
      const issue = schema.safeParse(result).error?.issues[0]
      if (!issue) return result
      const where = issue.path.length > 0 ? ` at \`${issue.path.join('.')}\`` : ''
      throw new OwnCodeError(`\`${name}\` returned a wrong value${where}: ${issue.message}`, ownFile, name)
    }
  }
  const checked = Object.entries(code).map(([name, value]) => {
    const schema = schemas[name]
    return [name, schema && typeof value === 'function' ? checkFunction(name, value, schema) : value]
  })
  return Object.fromEntries(checked)
}

/** Checks the results of all own sections or drawings, by name. */
export function checkPartResults(folder: 'sections' | 'drawings', parts: object, schemas: ResultSchemas): object {
  const checked = Object.entries(parts).map(([name, code]) => {
    return [name, checkResults(`${folder}/${name}/schema.ts`, code, schemas)]
  })
  return Object.fromEntries(checked)
}
