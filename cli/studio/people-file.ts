import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { decodeTextFile } from '../content/decode-text.ts'
import { convertIssuesToProblems, flattenUnionIssues } from '../content/schema/problems.ts'
import { isPlainObject } from '../content/value-at.ts'
import { parseYaml } from '../content/yaml/source.ts'
import { isError, type Problem } from '../diagnostics/problem.ts'
import { PEOPLE_FILE } from '../paths.ts'
import { derivePersonId, normalizeEmail, type Person, permissions } from './person.ts'

const TAKEN = 'another person has this address'

const personSchema = z.strictObject({
  name: z
    .string()
    .max(80)
    .regex(/^[^\p{C}<>]+$/u, 'a name without < and >')
    .describe('Name of the person, also the author of their publications'),
  email: z.email().max(254).describe('Email address that receives the sign-in links'),
  may: z
    .array(z.enum(permissions))
    .min(1)
    .describe('edit: make edits; publish: also approve and publish them; leads: see form submissions'),
})

const peopleSchema = z.strictObject({
  people: z
    .array(personSchema)
    .min(1)
    .max(500)
    .describe('The people who may use the studio')
    .check(({ value, issues }) => {
      const ids = value.map(({ email }) => derivePersonId(email))
      for (const [index, { email }] of value.entries())
        if (ids.indexOf(ids[index] ?? '') < index)
          issues.push({ code: 'custom', path: [index, 'email'], input: email, message: TAKEN })
    }),
})

export interface PeopleFile {
  /** The people whose fields are all valid, even if other parts of the file are not. */
  readable: Person[]
  problems: Problem[]
  /** The text of the file, to which the problems refer. */
  text: string
  /** Whether the file has no errors. */
  isValid: boolean
}

/** Reads `studio.yaml`. @param home the parent of the content folder. @throws Error if it cannot be read */
export function readPeopleFile(home: string): PeopleFile {
  const bytes = readFileSync(path.join(home, PEOPLE_FILE))
  const { text, problems: encodingProblems } = decodeTextFile(bytes, PEOPLE_FILE, '')
  const { source, problems: yamlProblems } = parseYaml(PEOPLE_FILE, text, text, 0)
  const { data, rawData } = source
  const issues = peopleSchema.safeParse(data).error?.issues ?? []
  const isUnreadable = data === undefined && yamlProblems.length > 0
  const schemaProblems = isUnreadable
    ? []
    : convertIssuesToProblems(source, peopleSchema, data, flattenUnionIssues(issues))
  // `site check --fix` changes only content.
  const problems = [...encodingProblems, ...yamlProblems, ...schemaProblems].map((problem) => ({
    ...problem,
    fix: undefined,
  }))
  const entries = isPlainObject(rawData) && Array.isArray(rawData.people) ? rawData.people : []
  const readable = entries.flatMap((entry): Person[] => {
    const { data: person } = personSchema.safeParse(entry)
    return person ? [{ ...person, id: derivePersonId(person.email), email: normalizeEmail(person.email) }] : []
  })
  return { readable, problems, text, isValid: !problems.some(isError) }
}
