import type { Attachment } from '../submission.ts'

/**
 * Links to attachments for receivers of webhooks: signed, good for some days and for one whole download.
 * The address is `<publicUrl>/attachments/<id>/<file>?until=<ms>&signature=<hex>`; the relay's route hands
 * the three parts to `open`.
 */
export interface AttachmentLinks {
  /** Undefined when the relay has no public address. */
  linkTo(id: string, attachment: Attachment): string | undefined
  /**
   * The attachment behind a link, or undefined when the link is wrong, too old or used up. Call `used` when the
   * answer has been sent whole: from then on the link is worth nothing.
   */
  open(link: {
    id: string
    file: string
    until: string
    signature: string
  }): Promise<{ path: string; attachment: Attachment; used(): Promise<void> } | undefined>
}
