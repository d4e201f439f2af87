import { addHolidays } from '../entries/add-holidays.ts'
import { type ArticleEntry, getReadTime } from '../entries/article.ts'
import type { Entry, PagedEntry } from '../entries/entry.ts'
import { employmentTypes, type Job } from '../entries/job.ts'
import type { Link } from '../entries/menus.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Service } from '../entries/service.ts'
import type { Site } from '../entries/site.ts'
import type { Testimonial } from '../entries/testimonial.ts'
import type { Contract, Field, ShownContract } from '../forms/contract.ts'
import { addConditionHints, getMessages } from '../forms/default-messages.ts'
import { listFields } from '../forms/fields.ts'
import { prepareConsentFields } from '../forms/kinds/consent/consent-fields.ts'
import { getFieldType } from '../forms/kinds/get-field-type.ts'
import type { MessageLabels } from '../forms/message-labels.ts'
import { isEnglish } from '../schema/number-format.ts'
import { formatPhoneLink } from '../schema/phone-link.ts'

export type ArticleCard = ReturnType<typeof createArticleCard>
/** An article in a list of all articles, with more detail than a card. */
export type ArticleListItem = ReturnType<typeof createArticleListItem>
export type ServiceCard = ReturnType<typeof createServiceCard>
type SalarySite = Pick<Site, 'labels' | 'language'>
export type JobCard = ReturnType<typeof createJobCard>

export function createArticleCard(entry: ArticleEntry) {
  const { path, folder, title, summary, tag, photo, cover, coverGround, coverAlt } = entry
  const readTime = getReadTime(entry)
  return { path, collection: folder, title, summary, tag, readTime, photo, cover, coverGround, coverAlt }
}

export function createArticleListItem(entry: ArticleEntry, content: PageContent) {
  const { published, takeaways } = entry
  const author = getAuthor(entry, content)
  return { ...createArticleCard(entry), published: content.formatDay(published), takeaways, author }
}

export function createServiceCard(entry: PagedEntry<Service>) {
  const { path, title, description, valueProposition, icon, hero } = entry
  return { path, title, description, valueProposition, icon, photo: hero.photo }
}

export function createJobCard(entry: PagedEntry<Job>, site: SalarySite) {
  const { path, title, department, location, summary } = entry
  const type = site.labels[employmentTypes[entry.type].label]
  return { path, title, department, location, type, summary, salary: formatSalary(entry, site) }
}

/**
 * Formats the salary of a position, such as `$70K-$90K` a year or `$17.50–$21 an hour`. Only English abbreviates, and
 * only whole thousands.
 */
export function formatSalary({ salary }: Pick<Job, 'salary'>, { labels, language }: SalarySite): string | undefined {
  if (!salary) return undefined
  const { min, max, currency, per } = salary
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  const label = { year: '{salary}', month: labels.perMonth, hour: labels.perHour }[per]
  const english = new Intl.NumberFormat('en-US', options)
  const isRound = min % 1000 === 0 && max % 1000 === 0
  const amount = (value: number) => (isRound ? `${english.format(value / 1000)}K` : english.format(value))
  const range = isEnglish(language)
    ? [...new Set([amount(min), amount(max)])].join(isRound ? '-' : '–')
    : new Intl.NumberFormat(language, options).formatRange(min, max)
  return label.replace('{salary}', () => range)
}

/** Collections to which sections may refer. */
type Lists = Pick<PageContent, 'services' | 'testimonials' | 'people' | 'places' | 'faqs' | 'forms'>

/** Returns the entry with this slug. @throws if there is no such entry, which `site check` would have reported */
export function findBySlug<K extends keyof Lists>(content: Lists, collection: K, slug: string): Lists[K][number] {
  const entry = (content[collection] as { slug: string }[]).find((item) => item.slug === slug)
  if (!entry) throw new Error(`${collection}/${slug} is missing although the reference check passed`)
  return entry as Lists[K][number]
}

export function resolveTestimonial(content: PageContent, slug: string): Testimonial {
  return withoutIdentity(findBySlug(content, 'testimonials', slug))
}

/** A person without the fields that only lists need. */
export type PersonView = ReturnType<typeof resolvePerson>

export function resolvePerson(content: PageContent, slug: string) {
  const { name, role, bio, phone, email, languages, image, portrait, links, path } = findBySlug(content, 'people', slug)
  const { labels, language } = content.site
  const list = languages && new Intl.ListFormat(language, { type: 'conjunction' }).format(languages)
  const speaks = list && labels.speaks.replace('{spoken}', () => list)
  const contacts = [
    ...(phone ? [{ label: phone, to: formatPhoneLink(phone) }] : []),
    ...(email ? [{ label: email, to: `mailto:${email}` }] : []),
  ]
  return { name, role, bio, phone, email, languages, speaks, image, portrait, links: [...contacts, ...links], path }
}

/** Set if a section is the top of an entry's own page, with a link to the page that lists the entries. */
export type OwnPage = { parent: Link | undefined } | undefined

/** Returns the person who wrote an article; without a person, only a name. */
export function getAuthor({ author, person }: Pick<ArticleEntry, 'author' | 'person'>, content: PageContent) {
  return person === undefined ? { name: author ?? content.site.name } : resolvePerson(content, person)
}

/** Returns the parts of a person that the page of a position shows. */
export function resolveColleague(content: PageContent, slug: string) {
  const { name, role, image, portrait } = findBySlug(content, 'people', slug)
  return { name, role, image, portrait }
}

/** Returns a form as its section needs it, without the properties that only the relay needs. */
export function resolveFormContract(content: PageContent, slug: string): ShownContract {
  const entry = withoutIdentity(findBySlug(content, 'forms', slug))
  const { confirmation: _confirmation, optIn: _optIn, mail: _mail, keep: _keep, thanks: _thanks, ...contract } = entry
  const { labels, language } = content.site
  const { stepBack, stepNext, stepProgress } = labels
  const groups = contract.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({
      ...withoutHiddenMessages(field, labels),
      ...(isEnglish(language) ? {} : getFieldType(field).formats?.(field, language)),
    })),
  }))
  const dated = addHolidays({ ...contract, groups } as Contract, content.places)
  const form = prepareConsentFields(addConditionHints(dated, content.site))
  const isGuided = form.steps || listFields(form).some(({ when }) => when)
  return {
    ...form,
    ...(isGuided && { guided: 'guided' }),
    ...(form.steps && { stepLabels: { stepBack, stepNext, stepProgress } }),
  }
}

/** Removes the messages that only the relay shows. Browsers have their own for missing answers. */
function withoutHiddenMessages(contractField: Field, labels: MessageLabels): Field {
  const { messages, ...field } = contractField
  const { shownMessages } = getFieldType(contractField)
  const invalid = shownMessages === 'all' ? getMessages(contractField, labels).invalid : messages?.invalid
  return shownMessages && invalid ? { ...field, messages: { invalid } } : field
}

/** Removes the slug and the file name, which visitors do not need. */
function withoutIdentity<T>({ slug: _slug, file: _file, ...entry }: Entry<T>): T {
  return entry as T
}
