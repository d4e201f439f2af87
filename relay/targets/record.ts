import { toPayload } from '@northshelf/site/forms/answers.ts'
import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { SiteForms } from '../site-forms.ts'
import type { Attachment, Consent, Envelope, RecordedOutcome, VisitSource } from '../store/store.ts'

/** A submission as JSON for programs. Used in webhooks, `relay export` and the `file` target. */
export interface SubmissionRecord {
  id: string
  /** `canary` if the submission is a test by `relay canary`. */
  type: 'submission.received' | 'canary'
  formType: string
  receivedAt: string
  /** Values, structured as the page sent them. */
  values: Record<string, unknown>
  /** Undefined if the form has no consent fields. */
  consents?: Consent[] | undefined
  /** Undefined if nothing is known. */
  source?: VisitSource | undefined
  /** `url` is a signed download link; null without links, for example if the relay has no public address. */
  attachments: (Pick<Attachment, 'field' | 'name' | 'type' | 'size' | 'sha256'> & { url: string | null })[]
  /** What became of the lead, and all outcomes in the order of recording. Only in exports. */
  outcome?: RecordedOutcome
  outcomes?: RecordedOutcome[]
}

export function createSubmissionRecord(
  { id, formType, receivedAt, values, consents, source, attachments, canary }: Envelope,
  { forms }: SiteForms,
  linkTo: (attachment: Attachment) => string | undefined = () => undefined,
): SubmissionRecord {
  const contract = forms[formType]
  return {
    id,
    type: canary ? 'canary' : 'submission.received',
    formType,
    receivedAt,
    // Includes values of fields that the form no longer has.
    values: contract
      ? { ...values, ...toPayload(getFieldType, pickApplicableFields(contract, values), values) }
      : { ...values },
    consents,
    source,
    attachments: attachments.map((attachment) => {
      const { field, name, type, size, sha256 } = attachment
      return { field, name, type, size, sha256, url: linkTo(attachment) ?? null }
    }),
  }
}

/** Returns what became of a submission, as JSON for webhooks. Contains no answers. */
export function createOutcomeMessage({ id, formType, receivedAt, source }: Envelope, outcome: RecordedOutcome) {
  const { event: _event, ...rest } = outcome
  return { id, type: 'submission.outcome', formType, receivedAt, outcome: rest, source }
}

/** Returns the record as indented JSON, without links. */
export function formatSubmissionRecord(envelope: Envelope, forms: SiteForms): string {
  return JSON.stringify(createSubmissionRecord(envelope, forms), null, 2)
}
