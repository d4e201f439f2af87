import { z } from 'zod'
import { decodeTextFile } from '../content/decode-text.ts'
import { convertIssuesToProblems, flattenUnionIssues } from '../content/schema/problems.ts'
import { isPlainObject } from '../content/value-at.ts'
import { parseYaml } from '../content/yaml/source.ts'
import { isError, type Problem } from '../diagnostics/problem.ts'
import { derivePersonId, normalizeEmail, type Person, permissions } from './person.ts'

/** Name of the file that lists the people, next to the content folder. */
export const PEOPLE_FILE = 'studio.yaml'

const personSchema = z.strictObject({
  name: z.string().trim().min(1).max(80).describe('Name of the person, also the author of their publications'),
  email: z.email().max(254).describe('Address to which the links for signing in are sent'),
  may: z
    .array(z.enum(permissions))
    .min(1)
    .describe('edit: make edits; publish: also approve and publish them; leads: see form submissions'),
})

export const peopleSchema = z.strictObject({
  people: z
    .array(personSchema)
    .min(1)
    .max(500)
    .describe('The people who may use the studio')
    .check(({ value, issues }) => {
      const ids = value.map(({ email }) => derivePersonId(email))
      for (const [index, { email }] of value.entries())
        if (ids.indexOf(ids[index] ?? '') < index)
          issues.push({
            code: 'custom',
            path: [index, 'email'],
            input: email,
            message: 'another person has this address',
          })
    }),
})

export interface PeopleFile {
  /** The people of whom all fields are valid, even if other parts of the file are not. */
  readable: Person[]
  problems: Problem[]
  /** The text in which the problems are. */
  text: string
  /** Whether the file has no errors. */
  isValid: boolean
}

/** Parses `studio.yaml`. @param file path as shown in problems */
export function parsePeopleFile(bytes: Buffer, file: string): PeopleFile {
  const { text, problems: encodingProblems } = decodeTextFile(bytes, file, '')
  const { source, problems: yamlProblems } = parseYaml(file, text, text, 0)
  const { data, rawData } = source
  const issues = peopleSchema.safeParse(data).error?.issues ?? []
  const isUnreadable = data === undefined && yamlProblems.length > 0
  const schemaProblems = isUnreadable
    ? []
    : convertIssuesToProblems(source, peopleSchema, data, flattenUnionIssues(issues))
  const problems = [...encodingProblems, ...yamlProblems, ...schemaProblems]
  const entries = isPlainObject(rawData) && Array.isArray(rawData.people) ? rawData.people : []
  const readable = entries.flatMap((entry): Person[] => {
    const { data: person } = personSchema.safeParse(entry)
    return person ? [{ ...person, id: derivePersonId(person.email), email: normalizeEmail(person.email) }] : []
  })
  return { readable, problems, text, isValid: !problems.some(isError) }
}
