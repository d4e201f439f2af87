import { z } from 'zod'
import { line } from '../schema/text.ts'

/** A label with placeholders for numbers. The first placeholder is required. */
function counting(first: string, ...others: string[]) {
  return line
    .refine((text) => text.includes(`{${first}}`), `{${first}}, which stands for the number, is missing`)
    .meta({ placeholders: [first, ...others] })
}

/** All text of the user interface. Components contain no text of their own. */
export const labelsSchema = z.strictObject({
  skipToContent: line.describe('Link at the start of every page'),
  mainNavigation: line.describe('Name of the main menu for screen readers'),
  breadcrumb: line.describe('Name of the breadcrumb for screen readers'),
  menu: line.describe('Menu button on small screens'),
  home: line.describe('First item of the breadcrumb'),
  externalHint: line.describe('Added to links to other sites, for screen readers'),
  readArticle: line.describe('Link on an article card'),
  readMore: line.describe('Link on a shorter card'),
  readNext: line.describe('Heading above related articles'),
  minutes: counting('n').describe('`{n}` is the number'),
  contents: line.describe('Heading of the table of contents'),
  keyTakeaways: line.describe('Heading of the takeaways'),
  rating: counting('n').describe('`{n}` is the number of stars'),
  previous: line.describe('Button for the previous slide'),
  next: line.describe('Button for the next slide'),
  slide: counting('n', 'm').describe('`{n}` and `{m}`: slide n of m'),
  pages: line.describe('Name of the links to the pages of a long list, for screen readers'),
  page: counting('n', 'm').describe('`{n}` and `{m}`: page n of m of a long list'),
  newer: line.describe('Link to newer entries, on the previous page of a list'),
  older: line.describe('Link to older entries, on the next page of a list'),
  applyNow: line.describe('Button beside each position in the list'),
  applyForPosition: line.describe('Button and heading of the application'),
  backToDetails: line.describe('Button from the application to the position'),
  responsibilities: line.describe('Heading of a list in a position'),
  requirements: line.describe('Heading of a list in a position'),
  benefits: line.describe('Heading of a list in a position'),
  salary: line.describe('Before the salary range'),
  posted: line.describe('Before the posting date'),
  closes: line.describe('Before the last day to apply'),
  updated: line.describe('Before the date of the last change'),
  by: line.describe('Before the author'),
  optional: line.describe('Marks optional fields'),
  leaveEmpty: line.describe('Label of the hidden form field that catches spam bots; text browsers show it'),
  problems: line.describe('Heading above the list of invalid answers'),
  close: line.describe('Button that closes a dialog'),
  cancel: line.describe('Button that cancels'),
  learnMore: line.describe('Link to more information'),
  illustrative: line.describe('Small print below drawings with illustrative figures'),
  loading: line.describe('Shown while something loads'),
  notifications: line.describe('Name of the notification area, for screen readers'),
  offline: line.describe('Notification when a link is followed without a connection'),
  bookingFallback: line.describe('Shown if the calendar does not load'),
  bookingLink: line.describe('Link to the booking page'),
  bookingNotice: line.describe('Shown before the calendar loads, with `scheduling.ask`: what its provider learns'),
  bookingLoad: line.describe('Button that loads the calendar'),
})
export type Labels = z.infer<typeof labelsSchema>
