import * as answers from './answers.ts'
import type { Contract } from './contract.ts'
import { kindOf } from './kinds/kind-of.ts'
import type { Values } from './value.ts'

export type { ReadResult } from './answers.ts'

/** Reading and writing answers where all kinds are at hand: in the relay and the tool. */

export const readEntries = (contract: Contract, entries: Iterable<readonly [string, string]>) =>
  answers.readEntries(kindOf, contract, entries)

export const readJson = (contract: Contract, body: Readonly<Record<string, unknown>>) =>
  answers.readJson(kindOf, contract, body)

export const toPayload = (contract: Contract, values: Values) => answers.toPayload(kindOf, contract, values)
