import type { Contract } from './contract.ts'

/**
 * Finds a submission's contract. `send-form-submission` requests contain the contract's `formType`. Applications are
 * recognized by field names that only one contract has (`jobTitle` or `job_title`).
 */
export function identifyForm(
  contracts: readonly Contract[],
  endpoint: string,
  textOf: (name: string) => string | undefined,
): Contract | undefined {
  const candidates = contracts.filter((contract) => contract.endpoint === endpoint)
  if (endpoint === 'send-form-submission')
    return candidates.find((contract) => contract.formType === textOf('formType'))
  return candidates.find(
    (contract) =>
      contract.given.every((name) => textOf(name) !== undefined) &&
      Object.entries(contract.fixed).every(([name, text]) => textOf(name) === text) &&
      contract.given.length + Object.keys(contract.fixed).length > 0,
  )
}
