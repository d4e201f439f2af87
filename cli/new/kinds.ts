import { type Collection, collections } from '../content/collections.ts'
import type { ContentFile } from '../content/read.ts'

/** What `site new` can make. `next` says what to do with it; `{slug}` is its file name without the ending. */
export const kinds = {
  service: {
    folder: 'services',
    extension: '.yaml',
    next: 'It will be at /services/{slug}, and in the list of services under its group.',
  },
  solution: { folder: 'solutions', extension: '.yaml', next: 'It will be at /solutions/{slug}, and in the menu.' },
  job: { folder: 'jobs', extension: '.md', next: 'It will be at /careers/{slug}, and in the list of open positions.' },
  blog: { folder: 'blog', extension: '.md', next: 'It will be at /blog/{slug}, in the list and in the feed.' },
  insight: {
    folder: 'insights',
    extension: '.md',
    next: 'It will be at /insights/{slug}, in the list and in the feed.',
  },
  testimonial: {
    folder: 'testimonials',
    extension: '.yaml',
    next: 'A page shows it when it names it: {slug} under items of its testimonials.',
  },
  faq: { folder: 'faqs', extension: '.yaml', next: 'A page shows it with a section of type faq: "faq: {slug}".' },
  form: {
    folder: 'forms',
    extension: '.yaml',
    next: 'A page shows it with a section of type form: "form: {slug}". The relay takes it after the next build.',
  },
  page: {
    folder: 'pages',
    extension: '.yaml',
    next: 'It will be at /{slug}. Link to it from a page, or from the menu in site.yaml.',
  },
  'text-page': {
    folder: 'pages',
    extension: '.md',
    next: 'It will be at /{slug}. Link to it from the footer in site.yaml.',
  },
} as const satisfies Record<string, { folder: string; extension: string; next: string }>
export type Kind = keyof typeof kinds

/** A file of content that may not be there yet. */
export type Draft = Pick<ContentFile, 'collection' | 'slug' | 'text'>

/** What a kind of file is for the rest of the tool. */
export function collectionOf(kind: Kind): Collection {
  const { folder, extension } = kinds[kind]
  const found = collections.find((one) => one.folder === folder && one.extension === extension)
  if (!found) throw new Error(`no collection holds ${folder}/*${extension}`)
  return found
}
