import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import { getFieldText, type ParsedRequest } from './read-request.ts'

/** Links in HTML or BBCode. People paste plain URLs instead. */
const MARKUP = /<a\s[^>]*href|\[(?:url|link)=|\[\/(?:url|link)\]/i

/**
 * Returns the reasons why a submission is spam. Considers only signs that rule out a human visitor. Many links or a
 * quick submission are not such signs; see docs/decisions/025-hold-back-only-what-people-do-not-send-and-report-it.md.
 */
export function findSpamReasons(contract: Contract, post: ParsedRequest, values: AnswerValues): string[] {
  const texts = listFields(contract).flatMap(({ name }) => [values[name]].flat())
  return [
    ...(getFieldText(post, TRANSPORT_FIELDS.trap)?.trim() ? ['trap'] : []),
    ...(texts.some((text) => typeof text === 'string' && MARKUP.test(text)) ? ['markup'] : []),
  ]
}
