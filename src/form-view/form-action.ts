import type { Contract } from '../forms/contract.ts'

/** Where a form is posted to. An empty relay means: under the address of the site. */
export function formAction(relay: string, contract: Pick<Contract, 'endpoint'>): string {
  return `${relay}/functions/v1/${contract.endpoint}`
}
