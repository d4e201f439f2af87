import { z } from 'zod'
import { CAMPAIGN_PARAMETERS } from '../forms/sources.ts'
import { measurementEntrySchema } from '../measurement/measurement.ts'
import { objectOf } from '../schema/list-of.ts'
import { markSchema } from '../schema/logo-mark.ts'
import { parseUrl } from '../schema/parse-url.ts'
import { line, reference, slug, text } from '../schema/text.ts'
import { labelsSchema } from './labels.ts'
import { footerColumn, link, menuLink } from './menus.ts'
import { noticeSchema } from './notice.ts'
import { location, postal } from './postal.ts'
import { hexColor, themeSchema } from './theme.ts'
import { timeZoneSchema } from './time-zone.ts'

const list = link.extend({
  all: line.max(48).describe('Text of the link to all entries, shown above related entries'),
})

const serviceGroup = z.strictObject({
  id: slug.describe('Name that services use to refer to the group'),
  title: line.optional().describe('Heading of the group; not needed if there is only one'),
  text: line.optional().describe('Line below the heading'),
})

const dialog = z.strictObject({
  title: line.describe('Heading of the dialog'),
  text: text.optional().describe('Text below the heading'),
  form: reference('forms').optional().describe('Form in the dialog; without one, the dialog shows the calendar'),
})

const apology = z.strictObject({
  heading: line.describe('Heading'),
  text: line.describe('What the visitor can do'),
})

const scheduling = z.strictObject({
  script: z.url({ protocol: /^https$/ }).describe('URL of the provider script, loaded when a calendar opens'),
  url: z.url({ protocol: /^https$/ }).describe('URL of the booking page'),
  global: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'a JavaScript identifier, such as Calendly')
    .describe('Global variable that the script defines'),
  ask: z
    .boolean()
    .default(true)
    .describe('true: ask once per visit before loading anything from the provider; false: load the calendar at once'),
})

const parameterName = z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dots, dashes and underscores')

/** An address below which the pages of a folder are, such as `/news`. */
export const folderAddress = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/

/** A language tag (BCP 47), such as `en`, `en-US` or `zh-Hans`. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/, 'a language such as en, en-US or zh-Hans')
  .meta({ examples: ['de'] })

/** Content of content/site.yaml: the company, the menus and the site's shared text. */
export const siteSchema = z.strictObject({
  name: line.max(40).describe('Name of the company'),
  logo: line.max(30).describe('Company name, as written in the logo'),
  mark: markSchema.describe('Logo mark of the company'),
  accent: hexColor.optional().describe('Color behind the dark text of buttons and labels; defaults to yellow'),
  theme: themeSchema,
  url: z
    .url({ protocol: /^https$/ })
    .describe('Public address: https:// and the host name, without a trailing slash')
    .refine(
      (url) => (parseUrl(url)?.origin ?? url) === url,
      'it must be https:// and a host name in lower case, with nothing after it. A site below a path, such as https://example.com/blog, is not supported: publish it under its own host name, such as https://blog.example.com',
    ),
  language: languageCode
    .default('en-US')
    .describe('Language of the pages; right-to-left languages, such as Arabic and Hebrew, mirror the layout'),
  languages: z
    .array(languageCode)
    .default([])
    .describe(
      'Languages into which pages are translated, such as `[de]`: the German text of `pages/about.yaml` is in `pages/about.de.yaml`',
    ),
  timeZone: timeZoneSchema
    .optional()
    .describe(
      'Time zone of the team, UTC by default: publication and closing days begin and end there, and emails from the relay and its inbox show times in this zone and in UTC',
    ),
  email: z.email().describe('Contact email address; `{email}` inserts it into text'),
  phone: z
    .string()
    .regex(/^\+[1-9][\d ().-]{5,24}$/, 'a number with + and the country code, in quotes')
    .optional()
    .describe('Phone number, for search engines')
    .meta({ examples: ['+1 212 555 0100'] }),
  tagline: line.describe('What the company is, in one line'),
  description: text.max(320).describe('What the company does, for search engines and feeds'),
  founded: z.int().min(1000).max(2100).optional().describe('Year founded'),
  address: postal.optional().describe('Postal address, for search engines'),
  locations: z.array(location).default([]).describe('Places of work, for visitors and search engines'),
  socials: z.array(link).default([]).describe('Profiles on other sites'),
  scheduling: scheduling.optional().describe('Provider of the booking calendar; required by dialogs without a form'),
  measurement: z.array(measurementEntrySchema).default([]).describe('Services that measure visits; none by default'),
  relay: z
    .strictObject({
      address: z
        .union([z.literal(''), z.url({ protocol: /^https?$/ })])
        .default('')
        .describe('Address of the relay; empty if the relay has the same address as the site'),
      upstream: z
        .url({ protocol: /^https$/ })
        .optional()
        .describe('Address to which a host such as Netlify proxies forms through `_redirects`; hidden from visitors'),
      key: z
        .string()
        .regex(/^[\w.-]+$/, 'letters, digits, dots, dashes and underscores')
        .optional()
        .describe('Value of RELAY_PUBLIC_KEY, if the relay has one; not a secret'),
      name: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,30}$/, 'lower-case letters, digits and dashes')
        .default('relay')
        .describe("Name of the relay's system service, user, settings file and command"),
      port: z
        .int()
        .min(1024)
        .max(65535)
        .default(8787)
        .describe('Port on which the relay accepts requests from the web server'),
    })
    .prefault({})
    .describe('The relay, which receives form submissions'),
  sources: z
    .union([
      z.literal(false),
      z.strictObject({ parameters: z.array(parameterName).max(40).describe('Parameters of addresses to record') }),
    ])
    .optional()
    .describe(
      `What submissions record about where their visitors came from: pages, referring site and these parameters of addresses (by default ${CAMPAIGN_PARAMETERS.join(', ')}); false: nothing`,
    ),
  count: z
    .boolean()
    .default(false)
    .describe('Whether the relay counts, without identifying visitors, how often each form is seen, begun and sent'),
  https: z
    .strictObject({
      days: z.int().min(0).max(730).default(365).describe('Duration in days'),
      subdomains: z.boolean().default(false).describe('Whether HTTPS is also required for all subdomains'),
    })
    .default({ days: 365, subdomains: false })
    .describe('How long after a visit browsers use only HTTPS for the site (HSTS); keep HTTPS working for that long'),
  addresses: z
    .record(slug, z.string().regex(folderAddress, 'a path such as /news, without a trailing slash'))
    .default({})
    .describe(
      'Addresses below which the pages of a folder are, by folder, such as `services: /practice-areas`; by default, the name of the folder, and /careers for jobs',
    ),
  markdownCopies: z
    .boolean()
    .default(false)
    .describe('Whether to publish each page with prose also as Markdown, for AI agents'),
  notice: noticeSchema.optional().describe('Notice above the header of all pages'),
  navigation: objectOf('Menu on every page', {
    links: z.array(menuLink).min(1).describe('Menu links, in order; a link with `all` opens a submenu'),
    button: link.optional().describe('Button beside the menu'),
  }),
  footer: objectOf('Footer on every page', {
    text: text.describe('A line or two about the company'),
    columns: z.array(footerColumn).max(4).describe('Columns of links'),
    legal: line.describe('Last line of the footer'),
    links: z.array(link).default([]).describe('Links beside the last line'),
  }),
  serviceGroups: z.array(serviceGroup).default([]).describe('Groups in which services are listed'),
  help: objectOf('The help widget in the corner', {
    heading: line.describe('Heading of the widget'),
    text: text.describe('What the widget offers'),
    action: link.describe('Button in the widget'),
    later: line.describe('Button that dismisses the widget until the next visit'),
    open: line.describe('Name of the button that opens the widget, for screen readers'),
    close: line.describe('Name of the button that closes the widget, for screen readers'),
    dismiss: line.describe('Name of the button that dismisses the widget, for screen readers'),
  }).optional(),
  dialogs: z.record(slug, dialog).default({}).describe('Dialogs by name; the `opens` of a button names one'),
  notFound: objectOf('Page shown for addresses that do not exist', {
    title: line.describe('Title of the page'),
    heading: line.describe('Heading'),
    text: line.optional().describe('Text below the heading'),
    action: link.describe('Link to the front page'),
    look: z
      .enum(['plain', 'shelf'])
      .default('plain')
      .describe('shelf: with a drawing of a shelf, also on error pages of the web server and on pages of the relay'),
  }),
  unsent: objectOf('Error pages that the web server shows, mostly after forms are sent without JavaScript', {
    down: apology.describe('Page shown if the relay is unavailable'),
    tooLarge: apology.describe('Page shown if a submission is larger than any form allows'),
    tooMany: apology.describe('Page shown if a visitor exceeds the rate limit of the web server'),
    closed: apology.describe('Page shown while the site is closed, such as for maintenance'),
  }),
  error: apology
    .extend({ reload: line.describe('Button that reloads the page') })
    .describe('Message shown if a page fails to render'),
  article: z
    .strictObject({
      action: link.describe('Button in the call to action below articles'),
      blog: list.optional().describe('Link to the blog; also enables its feed'),
      insights: list.optional().describe('Link to the insights; also enables their feed'),
    })
    .optional()
    .describe('Content that all articles share'),
  job: z
    .strictObject({
      careers: link.describe('Link to the list of positions'),
      form: reference('forms').describe('Application form'),
    })
    .optional()
    .describe('Content that all job pages share'),
  people: link.optional().describe('Link to the list of people, on the pages of people'),
  places: link.optional().describe('Link to the list of places, on the pages of places'),
  service: z
    .strictObject({
      services: link.optional().describe('Link to the services'),
      solutions: link.optional().describe('Link to the solutions'),
    })
    .default({})
    .describe('Content that all services and solutions share'),
  labels: labelsSchema.describe('Text of the user interface'),
})
export type Site = z.infer<typeof siteSchema>

/**
 * Returns an optional part of site.yaml. `site check` ensures that it exists if a page needs it (`words` in
 * collection.ts).
 * @throws if it is missing
 */
export function requireSitePart<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('A part of site.yaml that this page needs is missing')
  return part
}
