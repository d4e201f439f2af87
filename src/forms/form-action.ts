import type { Contract } from './contract.ts'

export interface RelayAddress {
  /** Empty if it is the site's own address. */
  address: string
  /** The public key, if the relay needs one. Sent in the URL, because forms cannot set headers without scripting. */
  key?: string | undefined
}

/** Returns the URL that a form is posted to. */
export function formAction({ address, key }: RelayAddress, { endpoint }: Pick<Contract, 'endpoint'>): string {
  return `${address.replace(/\/+$/, '')}/functions/v1/${endpoint}${key ? `?apikey=${key}` : ''}`
}
