import * as answers from './answers.ts'
import { getFieldType } from './kinds/get-field-type.ts'

/** Parsers and serializers for the relay and the command-line tool, which load all field types. */
export const parseFormEntries = answers.parseFormEntries.bind(undefined, getFieldType)
export const parseJsonAnswers = answers.parseJsonAnswers.bind(undefined, getFieldType)
export const toPayload = answers.toPayload.bind(undefined, getFieldType)
