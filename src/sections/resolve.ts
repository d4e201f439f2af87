import type { Entry } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Testimonial } from '../entries/testimonial.ts'
import type { Contract } from '../forms/contract.ts'
import { findBySlug } from './cards.ts'

/** This file contains functions that prepare entries for views. */

export function resolveTestimonial(content: PageContent, slug: string): Testimonial {
  return withoutIdentity(findBySlug(content, 'testimonials', slug))
}

/** Returns a form without the text of its emails, which only the relay needs. */
export function resolveFormContract(content: PageContent, slug: string): Contract {
  const { confirmation: _confirmation, mail: _mail, ...contract } = withoutIdentity(findBySlug(content, 'forms', slug))
  return contract
}

/** Removes the slug and the file name, which visitors do not need. */
function withoutIdentity<T>({ slug: _slug, file: _file, ...entry }: Entry<T>): T {
  return entry as T
}
