import { z } from 'zod'
import { line } from '../schema/text.ts'

/** A label with placeholders for numbers; the first is required. */
function counting(first: string, ...others: string[]) {
  return line
    .refine((text) => text.includes(`{${first}}`), `{${first}}, which stands for the number, is missing`)
    .meta({ placeholders: [first, ...others] })
}

/** All texts of the user interface. Components contain none. */
export const labels = z.strictObject({
  skipToContent: line.describe('Link at the start of every page'),
  mainNavigation: line.describe('Name of the main menu for screen readers'),
  breadcrumb: line.describe('Name of the trail for screen readers'),
  menu: line.describe('Button of the menu on small screens'),
  home: line.describe('First step of the trail'),
  externalHint: line.describe('Said of links that leave the site'),
  readArticle: line.describe('Link of an article card'),
  readMore: line.describe('Link of a shorter card'),
  readNext: line.describe('Heading over related articles'),
  minutes: counting('n').describe('`{n}` stands for the number'),
  contents: line.describe('Heading of the list of headings'),
  keyTakeaways: line.describe('Heading of the takeaways'),
  rating: counting('n').describe('`{n}` stands for the number of stars'),
  previous: line.describe('Button to the slide before'),
  next: line.describe('Button to the slide after'),
  slide: counting('n', 'm').describe('`{n}` and `{m}`: slide n of m'),
  pages: line.describe('Name of the links to the pages of a long list, for screen readers'),
  page: counting('n', 'm').describe('`{n}` and `{m}`: page n of m of a long list'),
  newer: line.describe('Link to the page before, in a list with the newest first'),
  older: line.describe('Link to the page after it'),
  applyNow: line.describe('Button of a position in the list'),
  applyForPosition: line.describe('Button and heading of the application'),
  backToDetails: line.describe('Button from the application to the position'),
  responsibilities: line.describe('Heading of a list of a position'),
  requirements: line.describe('Heading of a list of a position'),
  benefits: line.describe('Heading of a list of a position'),
  salary: line.describe('Before the salary range'),
  posted: line.describe('Before the day of posting'),
  closes: line.describe('Before the last day to apply'),
  updated: line.describe('Before the day of the last change'),
  by: line.describe('Before the author'),
  optional: line.describe('Said of fields that may be left empty'),
  leaveEmpty: line.describe('Label of the hidden field of forms that spam programs fill in; text browsers show it'),
  problems: line.describe('Heading over the list of answers that need a look'),
  close: line.describe('Button that closes a dialog'),
  cancel: line.describe('Button that gives up'),
  learnMore: line.describe('Link to more about something'),
  illustrative: line.describe('Small print under drawings with made-up figures'),
  loading: line.describe('Shown while something is on its way'),
  notifications: line.describe('Name of the notices for screen readers'),
  offline: line.describe('Notice when a link is followed without a connection'),
  bookingFallback: line.describe('Shown when the calendar does not load'),
  bookingLink: line.describe('Link to the booking page'),
  bookingNotice: line.describe('Before the calendar is loaded, with `scheduling.ask`: what its provider learns'),
  bookingLoad: line.describe('Button that loads the calendar'),
})
export type Labels = z.infer<typeof labels>
