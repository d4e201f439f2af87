import * as answers from './answers.ts'
import { kindOf } from './kinds/kind-of.ts'

/** Reads and writes answers with all field types loaded, for the relay and the command line tool. */
export const readEntries = answers.readEntries.bind(undefined, kindOf)
export const readJson = answers.readJson.bind(undefined, kindOf)
export const toPayload = answers.toPayload.bind(undefined, kindOf)
