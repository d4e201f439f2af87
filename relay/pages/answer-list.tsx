import type { Contract } from '@northshelf/site/forms/contract.ts'
import { findField } from '@northshelf/site/forms/fields.ts'
import type { Envelope } from '../store/store.ts'
import { listAnswers } from '../targets/answers.ts'

interface AnswerListProps {
  envelope: Envelope
  /** Undefined if the site no longer has the form. */
  contract: Contract | undefined
  /** Language in which days are written. */
  language: string
  /** Address of the submission, to which `/files/<file>` is added. */
  address: string
}

/** Lists the answers and files of a submission. */
export function AnswerList({ envelope, contract, language, address }: AnswerListProps) {
  const labelOf = (name: string) => (contract && findField(contract, name)?.label) ?? 'Attached'
  return (
    <dl>
      {listAnswers(contract, envelope, undefined, language).map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {envelope.attachments.map(({ field, file, name, size }) => (
        <div key={file}>
          <dt>{labelOf(field)}</dt>
          <dd>
            <a href={`${address}/files/${file}`}>{name}</a> ({Math.ceil(size / 1024)} kB)
          </dd>
        </div>
      ))}
    </dl>
  )
}
