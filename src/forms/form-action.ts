import type { Contract } from './contract.ts'

export interface RelayAddress {
  /** Empty: under the address of the site. */
  address: string
  /** The public key, where the relay wants one. In the address, because a form without scripting has no headers. */
  key?: string | undefined
}

/** Where a form is posted to. */
export function formAction({ address, key }: RelayAddress, { endpoint }: Pick<Contract, 'endpoint'>): string {
  return `${address.replace(/\/+$/, '')}/functions/v1/${endpoint}${key ? `?apikey=${key}` : ''}`
}
