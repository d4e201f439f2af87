import type { Entry } from '../collections/collection.ts'
import type { Content } from '../collections/content.ts'
import type { Testimonial } from '../collections/testimonial.ts'
import type { Contract } from '../forms/contract.ts'
import { find, jobCard, listedArticle, serviceCard } from './cards.ts'
import type { Section } from './section.ts'
import type { Counter, View } from './view.ts'

/** Puts what a section refers to in the place of its references. */
export function resolveSection(section: Section, content: Content): View {
  switch (section.type) {
    case 'award':
      return {
        ...section,
        claims: section.claims.map(({ fact, label }) => ({ value: content.facts[fact] ?? '', label })),
      }
    case 'stats':
      return {
        ...section,
        items: section.items.map(({ fact, ...item }) => ({ ...item, ...counter(content.facts[fact] ?? '') })),
      }
    case 'articles': {
      const chosen = section.items?.map((id) =>
        content.articles.find((entry) => `${entry.folder}/${entry.slug}` === id),
      )
      const entries = chosen ?? content.articles.filter((entry) => entry.folder === section.from)
      return {
        ...section,
        items: entries.flatMap((entry) => (entry ? [listedArticle(entry, content.site.language)] : [])),
      }
    }
    case 'highlights':
      return {
        ...section,
        items: section.items.map((item) => ({ ...item, card: serviceCard(find(content, 'services', item.service)) })),
      }
    case 'services':
      return {
        ...section,
        groups: content.site.serviceGroups
          .map((group) => ({
            ...group,
            services: content.services.filter((entry) => entry.group === group.id).map(serviceCard),
          }))
          .filter((group) => group.services.length > 0),
      }
    case 'testimonials':
      return { ...section, items: section.items.map((slug) => testimonial(content, slug)) }
    case 'quote':
      return { ...section, testimonial: testimonial(content, section.testimonial) }
    case 'story':
      return { ...section, testimonial: section.testimonial ? testimonial(content, section.testimonial) : undefined }
    case 'faq':
      return { ...section, items: find(content, 'faqs', section.faq).items }
    case 'jobs':
      return { ...section, items: content.jobs.map(jobCard) }
    case 'form':
      return { ...section, form: formContract(content, section.form) }
    default:
      return section
  }
}

export function testimonial(content: Content, slug: string): Testimonial {
  return withoutIdentity(find(content, 'testimonials', slug))
}

export function formContract(content: Content, slug: string): Contract {
  return withoutIdentity(find(content, 'forms', slug))
}

/** `81%` → what is counted and what stands around it. */
export function counter(text: string): Pick<Counter, 'text' | 'prefix' | 'value' | 'suffix'> {
  const match = /^(\D*)(\d+(?:\.\d+)?)(.*)$/.exec(text)
  return { text, prefix: match?.[1] ?? '', value: Number(match?.[2] ?? 0), suffix: match?.[3] ?? '' }
}

/** Slug and file are the build's business; they are not sent to visitors. */
function withoutIdentity<T>({ slug: _slug, file: _file, ...entry }: Entry<T>): T {
  return entry as T
}
