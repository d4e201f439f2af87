import { z } from 'zod'
import { dialogName } from '../schema/action.ts'
import { mark } from '../schema/mark.ts'
import { href, line, reference, slug, text } from '../schema/text.ts'
import { labels } from './labels.ts'

const link = z.strictObject({
  label: line.max(48).describe('What the link says'),
  to: href.describe('Where it leads'),
})
export type Link = z.infer<typeof link>

const list = link.extend({
  all: line.max(48).describe('What the link to all of them says, over related entries'),
})

const dialog = z.strictObject({
  title: line.describe('Heading of the dialog'),
  text: text.optional().describe('A text under it'),
  form: reference('forms').optional().describe('The form in it; without one it shows the calendar'),
})

const apology = z.strictObject({
  heading: line.describe('Heading'),
  text: line.describe('What the visitor can do'),
})

/** Address fields for search engines. https://schema.org/PostalAddress */
const postal = z.strictObject({
  street: line.optional().describe('Street and number'),
  postcode: line.max(12).optional().describe('Postal code, in quotes'),
  locality: line.describe('Town'),
  region: line.optional().describe('State or region, where addresses have one'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'the ISO code of the country, such as US')
    .describe('Country')
    .meta({ examples: ['US'], code: 'country' }),
})
export type Postal = z.infer<typeof postal>

/** content/site.yaml: the company, the menus and the texts of the site. */
export const site = z.strictObject({
  name: line.max(40).describe('Name of the company'),
  logo: line.max(30).describe('The name as the logo writes it'),
  mark: mark.describe('The drawn sign of the company'),
  accent: z
    .string()
    .regex(/^#[\da-f]{6}$/i, '# and six hexadecimal digits, in quotes')
    .optional()
    .describe('Color of buttons and labels; dark words stand on it. Without it, yellow'),
  url: z
    .url({ protocol: /^https$/ })
    .describe('Public address: https:// and the name of the host, without a slash at the end')
    .refine(
      (url) => !URL.canParse(url) || new URL(url).origin === url,
      'it must be https:// and the name of a host, in lower case and with nothing after it. A site below a path, such as https://example.com/blog, is not supported: publish it under a name of its own, such as https://blog.example.com',
    ),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/, 'a language such as en, en-US or zh-Hans')
    .default('en-US')
    .describe('Language of the pages; for Arabic, Hebrew and their like the layout runs from right to left'),
  timeZone: z
    .string()
    .refine((zone) => {
      try {
        return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
      } catch {
        return false
      }
    }, 'a time zone such as America/New_York')
    .optional()
    .describe('Time zone of the team: mails of the relay say its time beside UTC'),
  email: z.email().describe('Where visitors write to; copy says `{email}`'),
  phone: z
    .string()
    .regex(/^\+[1-9][\d ().-]{5,24}$/, 'a number with + and the code of the country, in quotes')
    .optional()
    .describe('Telephone number, for search engines')
    .meta({ examples: ['+1 212 555 0100'] }),
  tagline: line.describe('What the company is, in one line'),
  description: text.max(320).describe('What it does, for search engines and feeds'),
  founded: z.int().min(1000).max(2100).optional().describe('Year'),
  address: postal.optional().describe('Where it is, for search engines'),
  locations: z
    .array(
      z.strictObject({
        name: line.max(40).describe('As positions and visitors say it, such as Hamburg or Remote'),
        remote: z.boolean().default(false).describe('The work can be done from home'),
        office: postal.optional().describe('The office, where there is one to come to'),
      }),
    )
    .default([])
    .describe('Where positions can be, for visitors and for search engines'),
  socials: z.array(link).default([]).describe('Profiles elsewhere'),
  scheduling: z
    .strictObject({
      script: z.url({ protocol: /^https$/ }).describe('Script of the provider, loaded when a calendar opens'),
      url: z.url({ protocol: /^https$/ }).describe('The booking page'),
      global: z
        .string()
        .regex(/^[A-Za-z_$][\w$]*$/, 'a name in JavaScript, such as Calendly')
        .describe('Name that the script takes in the browser'),
      ask: z
        .boolean()
        .default(true)
        .describe('Load nothing from the provider before the visitor agrees, once per visit; false: load it at once'),
    })
    .optional()
    .describe('The provider of the booking calendar; dialogs without a form need it'),
  relay: z
    .strictObject({
      address: z
        .union([z.literal(''), z.url({ protocol: /^https?$/ })])
        .default('')
        .describe('Empty when it is served under the same address'),
      upstream: z
        .url({ protocol: /^https$/ })
        .optional()
        .describe('Where a host finds it that passes on by `_redirects`, such as Netlify; visitors do not get to know'),
      key: z
        .string()
        .regex(/^[\w.-]+$/, 'letters, digits, dots, dashes and underscores')
        .optional()
        .describe('Its RELAY_PUBLIC_KEY, where one is set; it is no secret'),
      name: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,30}$/, 'lower-case letters, digits and dashes')
        .default('relay')
        .describe('Name of its service, user, settings file and command on the server'),
      port: z
        .int()
        .min(1024)
        .max(65535)
        .default(8787)
        .describe('Port where the web server of the same machine finds it'),
    })
    .prefault({})
    .describe('Where forms are sent'),
  https: z
    .strictObject({
      days: z.int().min(0).max(730).default(365).describe('How long, in days'),
      subdomains: z
        .boolean()
        .default(false)
        .describe('Whether every name below the address has https for good as well'),
    })
    .default({ days: 365, subdomains: false })
    .describe('For how long browsers ask for the site by https only. It cannot be taken back sooner'),
  navigation: z
    .strictObject({
      links: z
        .array(
          z.union([
            link,
            z.strictObject({
              label: line.describe('What the link says'),
              solutions: z.literal(true).describe('The menu of solutions opens under it'),
              to: href.describe('Where it leads'),
              all: line.max(48).describe('What the link to it says, at the end of that menu'),
            }),
          ]),
        )
        .min(1)
        .describe('Links of the menu, in order'),
      button: link.describe('The button beside the menu'),
    })
    .describe('The menu of every page'),
  footer: z
    .strictObject({
      text: text.describe('A line or two about the company'),
      columns: z
        .array(
          z.strictObject({
            title: line.describe('Heading of the column'),
            links: z.array(link).min(1).describe('Links, in order'),
          }),
        )
        .max(4)
        .describe('Columns of links'),
      legal: line.describe('The last line'),
      links: z.array(link).default([]).describe('Links beside the last line'),
    })
    .describe('The end of every page'),
  serviceGroups: z
    .array(
      z.strictObject({
        id: slug.describe('Name that services give as their group'),
        title: line.describe('Heading over the group'),
        text: line.describe('A line under the heading'),
      }),
    )
    .default([])
    .describe('Headings under which services are listed'),
  help: z
    .strictObject({
      heading: line.describe('Heading of the widget'),
      text: text.describe('What it offers'),
      action: link.describe('Its button'),
      later: line.describe('Button that puts it off'),
      open: line.describe('Name of the button that opens it'),
      close: line.describe('Name of the button that closes it'),
      dismiss: line.describe('Name of the button that sends it away'),
    })
    .describe('The help widget in the corner'),
  dialogs: z.partialRecord(dialogName, dialog).default({}).describe('Words of the dialogs'),
  notFound: z
    .strictObject({
      title: line.describe('Title of the page'),
      heading: line.describe('Heading'),
      text: line.optional().describe('A text under it'),
      action: link.describe('The way home'),
    })
    .describe('The page for addresses that do not exist'),
  unsent: z
    .strictObject({
      down: apology.describe('Nobody takes posts at the moment'),
      tooLarge: apology.describe('What was sent is larger than any form takes'),
      tooMany: apology.describe('Your web server limits how much one visitor may ask for, and this was more'),
      closed: apology.describe('The site is shut for a while, such as for maintenance'),
    })
    .describe(
      'Shown by the web server in place of an answer that it cannot give, mostly to forms sent without scripting',
    ),
  error: z
    .strictObject({
      heading: line.describe('Heading'),
      text: line.describe('What the visitor can do'),
      reload: line.describe('Button that loads the page again'),
    })
    .describe('Shown in place of a page that failed'),
  article: z
    .strictObject({
      action: link.describe('Button under every article'),
      blog: list.optional().describe('Link back to the blog; with it there is a feed'),
      insights: list.optional().describe('Link back to the insights; with it there is a feed'),
    })
    .optional()
    .describe('What all articles have'),
  job: z
    .strictObject({
      careers: link.describe('Link back to the list'),
      form: reference('forms').describe('The form of an application'),
    })
    .optional()
    .describe('What all positions have'),
  service: z
    .strictObject({
      services: link.optional().describe('Link back to the services'),
      solutions: link.optional().describe('Link back to the solutions'),
    })
    .default({})
    .describe('What all services and solutions have'),
  labels: labels.describe('Every word the site itself says'),
})
export type Site = z.infer<typeof site>

/** Returns an optional part of site.yaml. `site check` ensures that it exists: see `words` of a collection. */
export function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('A part of site.yaml that this page needs is missing')
  return part
}
