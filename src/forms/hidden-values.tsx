import type { Contract } from './contract.ts'
import { TRANSPORT } from './fields.ts'

/**
 * What every post carries besides the fields: the type of the form (only where one endpoint serves several),
 * the contract's fixed values, and the values the page gives. A name the contract does not list is not sent.
 */
export function HiddenValues({ contract, given }: { contract: Contract; given: Record<string, string> }) {
  const values: [string, string][] = [
    ...(contract.endpoint === 'send-form-submission' ? [['formType', contract.formType] as [string, string]] : []),
    ...Object.entries(contract.fixed),
    ...contract.given.flatMap((name): [string, string][] => (given[name] === undefined ? [] : [[name, given[name]]])),
  ]
  return (
    <>
      {values.map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      {/* Nobody sees or reaches this field, and browsers fill in only what is shown; programs that fill in everything do. */}
      <input hidden type="text" name={TRANSPORT.trap} />
    </>
  )
}
