import * as answers from './answers.ts'
import { getFieldType } from './kinds/kind-of.ts'

/** Reads and writes answers with all field types loaded, for the relay and the command line tool. */
export const parseFormEntries = answers.parseFormEntries.bind(undefined, getFieldType)
export const parseJsonAnswers = answers.parseJsonAnswers.bind(undefined, getFieldType)
export const toPayload = answers.toPayload.bind(undefined, getFieldType)
