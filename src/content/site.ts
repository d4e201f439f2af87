import { z } from 'zod'
import { dialogName } from './action.ts'
import { href, line, reference, slug, text } from './text.ts'

const link = z.strictObject({ label: line.max(48), to: href })

/** Every word the site itself says. No component spells one. */
const labels = z.strictObject({
  skipToContent: line,
  mainNavigation: line,
  breadcrumb: line,
  menu: line,
  home: line,
  externalHint: line,
  readArticle: line,
  readMore: line,
  readNext: line,
  minutes: line.describe('`{n}` stands for the number'),
  contents: line,
  keyTakeaways: line,
  rating: line.describe('`{n}` stands for the number of stars'),
  previous: line,
  next: line,
  slide: line.describe('`{n}` and `{m}`: slide n of m'),
  applyNow: line,
  applyForPosition: line,
  backToDetails: line,
  responsibilities: line,
  requirements: line,
  benefits: line,
  salary: line,
  posted: line,
  closes: line,
  updated: line,
  by: line,
  optional: line,
  problems: line.describe('Heading over the list of answers that need a look'),
  close: line,
  cancel: line,
  learnMore: line,
  illustrative: line,
  loading: line,
  notifications: line,
  bookingFallback: line,
  bookingLink: line,
})

/** The logo mark, as drawn shapes, so that it follows the colour scheme and becomes the icons. */
const mark = z.strictObject({
  size: z.number().positive().describe('Width and height of its grid'),
  shapes: z
    .array(
      z.strictObject({
        d: z.string().regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 .,-]+$/, 'the d attribute of an SVG path'),
        tone: z.enum(['ink', 'accent', 'outline']),
      }),
    )
    .min(1)
    .max(12),
})
export type Mark = z.infer<typeof mark>

const dialog = z.strictObject({ title: line, text: text.optional(), form: reference('forms').optional() })

/** content/site.yaml: who runs the site, its menus and its words. */
export const site = z.strictObject({
  name: line.max(40),
  logo: line.max(30).describe('The name as the logo writes it'),
  mark,
  url: z
    .url({ protocol: /^https$/ })
    .describe('Public address, without a slash at the end')
    .refine((url) => !url.endsWith('/'), 'without a slash at the end'),
  language: z
    .string()
    .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/)
    .default('en-US'),
  email: z.email(),
  tagline: line,
  description: text.max(320),
  founded: z.int().min(1900).max(2100).optional(),
  address: z.strictObject({ locality: line, region: line, country: z.string().length(2) }).optional(),
  socials: z.array(link).default([]),
  scheduling: z.strictObject({
    script: z.url(),
    url: z.url(),
    global: z.string().regex(/^[A-Za-z_$][\w$]*$/),
  }),
  relay: z
    .strictObject({
      address: z
        .union([z.literal(''), z.url({ protocol: /^https?$/ })])
        .default('')
        .describe('Empty when it is served under the same address'),
      key: z
        .string()
        .regex(/^[\w.-]+$/)
        .optional()
        .describe('Its RELAY_PUBLIC_KEY, where one is set; it is no secret'),
    })
    .default({ address: '' }),
  navigation: z.strictObject({
    links: z.array(z.union([link, z.strictObject({ label: line, solutions: z.literal(true), to: href })])).min(1),
    button: link,
  }),
  footer: z.strictObject({
    text,
    columns: z.array(z.strictObject({ title: line, links: z.array(link).min(1) })).max(4),
    legal: line,
    links: z.array(link),
  }),
  serviceGroups: z.array(z.strictObject({ id: slug, title: line, text: line })).min(1),
  help: z.strictObject({ heading: line, text, action: link, later: line, open: line, close: line, dismiss: line }),
  dialogs: z.record(dialogName, dialog),
  notFound: z.strictObject({ title: line, heading: line, text: line.optional(), action: link }),
  error: z.strictObject({ heading: line, text: line, reload: line }),
  article: z.strictObject({ action: link, blog: link, insights: link }),
  job: z.strictObject({ careers: link, form: reference('forms'), generalForm: reference('forms') }),
  service: z.strictObject({ services: link, solutions: link }),
  labels,
})
export type Site = z.infer<typeof site>
export type Labels = z.infer<typeof labels>
export type NavigationLink = Site['navigation']['links'][number]
