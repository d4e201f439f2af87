import { toPayload } from '@northshelf/site/forms/read.ts'
import type { FormBook } from '../intake/form-book.ts'
import type { Attachment, Envelope } from '../store/store.ts'

/** A submission as programs get it: webhook receivers, and the `file` target's JSON. */
export interface SubmissionRecord {
  id: string
  type: 'submission.received'
  formType: string
  receivedAt: string
  /** In the shape that the page sent. */
  values: Record<string, unknown>
  attachments: RecordedAttachment[]
}

/** `url` is where it can be fetched once; null when the relay has no public address. */
type RecordedAttachment = Pick<Attachment, 'field' | 'name' | 'type' | 'size' | 'sha256'> & {
  url: string | null
}

export function createRecord(
  { id, formType, receivedAt, values, attachments }: Envelope,
  { forms }: FormBook,
  linkTo: (attachment: Attachment) => string | undefined,
): SubmissionRecord {
  const contract = forms[formType]
  return {
    id,
    type: 'submission.received',
    formType,
    receivedAt,
    // Values that the form no longer knows still arrive.
    values: contract ? { ...values, ...toPayload(contract, values) } : { ...values },
    attachments: attachments.map((attachment) => {
      const { field, name, type, size, sha256 } = attachment
      return { field, name, type, size, sha256, url: linkTo(attachment) ?? null }
    }),
  }
}

/** The record as text for people, without links. */
export function recordText(envelope: Envelope, forms: FormBook): string {
  return JSON.stringify(
    createRecord(envelope, forms, () => undefined),
    null,
    2,
  )
}
