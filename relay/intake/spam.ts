import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT } from '@northshelf/site/forms/fields.ts'
import type { Values } from '@northshelf/site/forms/value.ts'
import { type Post, textOf } from './post.ts'

/** Links written for pages and forums that would show them. People paste addresses. */
const MARKUP = /<a\s[^>]*href|\[(?:url|link)=|\[\/(?:url|link)\]/i

/**
 * Why a post is held back: only for what people do not do. It is answered like any other. Neither the number of links
 * nor the time is a reason; see docs/decisions/030-what-is-held-back.md.
 */
export function spamReasons(contract: Contract, post: Post, values: Values): string[] {
  const texts = listFields(contract).flatMap(({ name }) => [values[name]].flat())
  return [
    ...(textOf(post, TRANSPORT.trap)?.trim() ? ['trap'] : []),
    ...(texts.some((text) => typeof text === 'string' && MARKUP.test(text)) ? ['markup'] : []),
  ]
}
