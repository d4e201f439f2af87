import type { Entry } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Testimonial } from '../entries/testimonial.ts'
import type { Contract } from '../forms/contract.ts'
import { find } from './cards.ts'

/** What references to entries become in a view. */

export function testimonial(content: PageContent, slug: string): Testimonial {
  return withoutIdentity(find(content, 'testimonials', slug))
}

/** The mail that confirms is the relay's business; pages do not carry it. */
export function formContract(content: PageContent, slug: string): Contract {
  const { confirmation: _confirmation, mail: _mail, ...contract } = withoutIdentity(find(content, 'forms', slug))
  return contract
}

/** Slug and file are the build's business; they are not sent to visitors. */
function withoutIdentity<T>({ slug: _slug, file: _file, ...entry }: Entry<T>): T {
  return entry as T
}
