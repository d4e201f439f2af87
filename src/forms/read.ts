import * as answers from './answers.ts'
import { kindOf } from './kinds/kind-of.ts'

/** Reading and writing answers where all kinds are at hand: in the relay and the tool. */
export const readEntries = answers.readEntries.bind(undefined, kindOf)
export const readJson = answers.readJson.bind(undefined, kindOf)
export const toPayload = answers.toPayload.bind(undefined, kindOf)
