import * as answers from './answers.ts'
import type { Contract, Field } from './contract.ts'
import { kindOf } from './kinds/kind-of.ts'
import type { Values } from './value.ts'

export type { ReadResult } from './answers.ts'

/** Reading and writing answers of every kind, where all that the kinds are is at hand: in the relay and the tool. */
const answerOf = (field: Field) => kindOf(field).answer

export const readEntries = (contract: Contract, entries: Iterable<readonly [string, string]>) =>
  answers.readEntries(answerOf, contract, entries)

export const readJson = (contract: Contract, body: Readonly<Record<string, unknown>>) =>
  answers.readJson(answerOf, contract, body)

export const toPayload = (contract: Contract, values: Values) => answers.toPayload(answerOf, contract, values)
