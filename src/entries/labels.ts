import { z } from 'zod'
import { inlineMarkdown, line } from '../schema/text.ts'

/** Returns a schema for a label with placeholders for numbers. Only the first placeholder is required. */
function counting(first: string, ...others: string[]) {
  return line
    .refine((text) => text.includes(`{${first}}`), `the placeholder {${first}} for the number is missing`)
    .meta({ placeholders: [first, ...others] })
}

/** Returns a schema for a label that must contain `{time}`. */
function withTime(text: string) {
  return line
    .default(text)
    .refine((text) => text.includes('{time}'), 'the placeholder {time} is missing')
    .meta({ placeholders: ['time'] })
}

// Only sites with this part of site.yaml show these labels, so other sites need not translate them.
const bookingLabel = line.meta({ usedBy: 'scheduling' })
const measurementLabel = line.meta({ usedBy: 'measurement' })

/** All user interface text. Components contain no text of their own. */
export const labelsSchema = z.strictObject({
  skipToContent: line.describe('Skip link to the main content, at the start of every page'),
  mainNavigation: line.describe('Name of the main menu for screen readers'),
  breadcrumb: line.describe('Name of the breadcrumb trail for screen readers'),
  languages: line.default('Language').describe('Name of the links to other languages, for screen readers'),
  menu: line.describe('Menu button on small screens'),
  home: line.describe('First item in the breadcrumb trail'),
  externalHint: line.describe('Hint for screen readers, added to links to other sites'),
  readArticle: line.describe('Link text on an insight card'),
  readMore: line.describe('Link on the card of a blog article'),
  readNext: line.describe('Heading above related articles'),
  minutes: counting('n').describe('Reading time; `{n}` is the number of minutes'),
  contents: line.describe('Heading of the table of contents'),
  keyTakeaways: line.describe('Heading of the takeaways'),
  footnotes: line.default('Footnotes').describe('Heading of the footnotes'),
  backToReference: counting('n')
    .default('Back to reference {n}')
    .describe('Link from a footnote to the text, for screen readers; `{n}` is the number of the footnote'),
  note: line.default('Note').describe('Label of a callout that starts with `[!NOTE]`'),
  tip: line.default('Tip').describe('Label of a callout that starts with `[!TIP]`'),
  important: line.default('Important').describe('Label of a callout that starts with `[!IMPORTANT]`'),
  warning: line.default('Warning').describe('Label of a callout that starts with `[!WARNING]`'),
  caution: line.default('Caution').describe('Label of a callout that starts with `[!CAUTION]`'),
  rating: counting('n').describe('Rating, for screen readers; `{n}` is the number of stars'),
  previous: line.describe('Button for the previous slide'),
  next: line.describe('Button for the next slide'),
  slide: counting('n', 'm').describe('Position in a carousel: slide `{n}` of `{m}`'),
  pages: line.describe('Name of the page links below a long list, for screen readers'),
  page: counting('n', 'm').describe('Position in a long list: page `{n}` of `{m}`'),
  newer: line.describe('Link to the previous page of a list, with newer entries'),
  older: line.describe('Link to the next page of a list, with older entries'),
  colleagues: line.default('Who you will work with').describe('Heading of the people on the page of a position'),
  speaks: counting('spoken')
    .default('Speaks {spoken}')
    .describe('Languages of a person; `{spoken}` is their list, such as English and Polish'),
  applyNow: line.describe('Button beside each job in the list'),
  applyForPosition: line.describe('Heading of the application form, and text of the button that opens it'),
  backToDetails: line.describe('Button that returns from the application form to the job description'),
  responsibilities: line.describe('Heading of the list of responsibilities'),
  requirements: line.describe('Heading of the list of requirements'),
  benefits: line.describe('Heading of the list of benefits'),
  fullTime: line.default('Full-time').describe('Type of a full-time position'),
  partTime: line.default('Part-time').describe('Type of a part-time position'),
  contract: line.default('Contract').describe('Type of a position with a fixed-term contract'),
  temporary: line.default('Temporary').describe('Type of a temporary position'),
  internship: line.default('Internship').describe('Type of an internship, during or after studies'),
  apprenticeship: line.default('Apprenticeship').describe('Type of an apprenticeship, in which a trade is learned'),
  salary: line.describe('Label before the salary range'),
  perMonth: counting('salary').default('{salary} a month').describe('Monthly salary; `{salary}` is the range'),
  perHour: counting('salary').default('{salary} an hour').describe('Hourly pay; `{salary}` is the range'),
  posted: line.describe('Label before the posting date'),
  closes: line.describe('Label before the last day to apply'),
  updated: line.describe('Label before the date of the last change'),
  by: line.describe('Label before the author'),
  optional: line.describe('Text beside optional fields'),
  leaveEmpty: line.describe('Label of the hidden form field that catches spam bots; text browsers show it'),
  problems: line.describe('Heading above the list of invalid answers'),
  removeFile: line.default('Remove').describe('Button that removes the chosen file from a form'),
  fileChanged: line
    .default('This file has changed. Choose it again.')
    .describe('Message if a chosen file was changed, moved or deleted before the form was sent'),
  conditionHint: line
    .default('Only if you chose {options}.')
    .meta({ placeholders: ['options'] })
    .describe('Hint of conditional fields without JavaScript; `{options}` are the choices that they apply to'),
  stepBack: line.default('Back').describe('Button that returns to the previous step of a form'),
  stepNext: line.default('Next').describe('Button that continues to the next step of a form'),
  stepProgress: counting('n', 'm').default('Step {n} of {m}').describe('Position in a form: step `{n}` of `{m}`'),
  answerMissing: line.default('Please fill in this field.').describe('Default message if an answer is missing'),
  choiceMissing: line.default('Please choose an option.').describe('Default message if no option is chosen'),
  consentMissing: line.default('Please agree to continue.').describe('Default message if a consent is missing'),
  fileMissing: line.default('Please choose a file.').describe('Default message if a file is missing'),
  answerInvalid: line.default('Please check this answer.').describe('Default message if an answer is invalid'),
  dayInvalid: line
    .default('This day cannot be chosen. Please choose another one.')
    .describe('Default message if a day is out of range or excluded'),
  emailInvalid: line
    .default('Please enter an email address, such as name@example.com.')
    .describe('Default message if an email address is invalid'),
  phoneInvalid: line
    .default('Please enter a phone number with its area code.')
    .describe('Default message if a phone number is invalid'),
  websiteInvalid: line
    .default('Please enter a web address, such as www.example.com.')
    .describe('Default message if a web address is invalid'),
  fileInvalid: line
    .default('This type of file cannot be sent. Please choose another file.')
    .describe('Default message if a file has the wrong type'),
  closed: line.default('Closed').describe('Opening hours of a day on which a place is closed'),
  openUntil: withTime('Open until {time}').describe('Shown for a place that is open; `{time}` is its closing time'),
  opensAt: withTime('Opens at {time}').describe(
    'Shown for a closed place that opens again today; `{time}` is the opening time',
  ),
  closedNow: line.default('Closed now').describe('Shown for a place that does not open again today'),
  map: line.default('Show on a map').describe('Link from a place to a map'),
  close: line.describe('Button that closes a dialog'),
  cancel: line.describe('Cancel button'),
  learnMore: line.describe('Link to more information'),
  illustrative: line.describe('Small print below drawings with illustrative figures'),
  loading: line.describe('Status while content loads'),
  notifications: line.describe('Name of the notification area, for screen readers'),
  offline: line.describe('Notification shown when a visitor follows a link while offline'),
  playVideo: line.default('Play video').describe('Button on the poster of a video'),
  videoProvider: line
    .default('Plays from {provider}')
    .refine((text) => text.includes('{provider}'), 'the placeholder {provider} for the name of the provider is missing')
    .meta({ placeholders: ['provider'] })
    .describe('Notice below that button; `{provider}` is the site that the video comes from, such as YouTube'),
  bookingFallback: bookingLabel.describe('Text shown if the calendar does not load'),
  bookingLink: bookingLabel.describe('Link to the booking page'),
  bookingNotice: bookingLabel.describe('Privacy notice shown before the calendar loads, if `scheduling.ask` is true'),
  bookingLoad: bookingLabel.describe('Button that loads the calendar'),
  measurementChoice: measurementLabel
    .default('Privacy choices')
    .describe('Name of the question, and button that asks it again'),
  measurementQuestion: inlineMarkdown(300)
    .meta({ usedBy: 'measurement' })
    .default(
      'May we measure how this site is used? Services of other companies load only if you accept. This site stores only your answer, which you can change at the end of every page.',
    )
    .describe('Question on every page, if a service in `measurement` asks'),
  measurementAccept: measurementLabel.default('Accept').describe('Button that allows these services'),
  measurementDecline: measurementLabel.default('Decline').describe('Button that does not allow these services'),
  measurementService: measurementLabel.default('Service').describe('First heading in the table of these services'),
  measurementPurpose: measurementLabel.default('Purpose').describe('Heading of their purposes'),
  measurementLoaded: measurementLabel.default('Loaded').describe('Heading above the two texts below'),
  measurementAsked: measurementLabel.default('If you accept').describe('Text in the table, if a service asks'),
  measurementAlways: measurementLabel.default('Always').describe('Text in the table, if a service does not ask'),
  measurementServers: measurementLabel.default('Servers').describe('Heading of the servers that browsers contact'),
})
export type Labels = z.infer<typeof labelsSchema>
