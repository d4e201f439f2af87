/**
 * English strings for the relay's pages and emails. All other catalogs have the same type. The strings of a form are
 * in its contract. Logs, digests, commands and JSON responses are always English.
 */
export const en = {
  language: 'en',
  optional: 'optional',
  errorTitle: (heading: string) => `Error: ${heading}`,
  fileEmpty: 'This file is empty. Please choose another one.',
  /** Reasons why a file is refused. `kinds` lists the accepted file types. */
  fileProblems: {
    type: (kinds: string) =>
      `The content of this file does not match its name. Please save it as ${kinds} and choose the new file.`,
    damaged: (kinds: string) =>
      `This file is damaged or incomplete. Please save it again as ${kinds} and choose the new file.`,
    complex: (kinds: string) =>
      `This file is too large or complex inside to be checked. Please save it as a simpler ${kinds} file and choose the new file.`,
    password: (_kinds: string) =>
      'This file is protected with a password. Please save it without a password and choose the new file.',
    macros: (kinds: string) =>
      `This file contains macros. Please save it without macros as ${kinds} and choose the new file.`,
    embedded: (kinds: string) =>
      `This file contains programs, archives, controls or other embedded files. Please remove them, save it as ${kinds} and choose the new file.`,
    external: (kinds: string) =>
      `This file loads a template or other content from a different place, or starts a program. Please remove these links, save it as ${kinds} and choose the new file.`,
  },
  fileUnknown: 'This form does not accept this file.',
  problems: 'Please check these answers',
  leaveEmpty: 'Leave this empty',
  answersKept: 'Your answers are kept below.',
  chooseFileAgain: 'Your answers are kept. Please choose your file again.',
  sendAgain: 'Your answers are kept below. You can send them again from here.',
  goBack: 'Your answers are still there if you go back in your browser.',
  write: (email: string) => `If it keeps happening, please write to ${email}.`,
  received: 'Received',
  youChose: 'You chose',
  backTo: (name: string) => `Back to ${name}`,
  notFound: 'This page does not exist',
  reportLink: (email: string) => `If one of our links brought you here, please write to ${email}.`,
  /** Explanations for submissions that were rejected although their answers are valid. */
  refusals: {
    tooLarge: {
      heading: 'That was too large to send',
      text: 'The form or a file in it is larger than we can receive.',
    },
    tooOften: { heading: 'Please wait a moment', text: 'Too many forms were sent from your connection.' },
    notNow: {
      heading: "We couldn't receive your form",
      text: 'Something went wrong on our side. Nothing was received; please try again later.',
    },
    notHere: {
      heading: 'This form cannot be sent from here',
      text: 'We only accept it from the pages of our website.',
    },
    timeout: { heading: 'The connection was too slow', text: 'The form did not arrive in time.' },
    sentBefore: {
      heading: 'This form was already sent',
      text: 'We have already received it from this page, with different answers.',
    },
    gone: { heading: 'This link no longer works', text: 'It has expired, or the submission was deleted.' },
    broken: { heading: 'The form arrived incomplete', text: 'Part of it is missing, damaged or unknown to us.' },
  },
  /** The page on which the team records what became of a lead, and the link to it in emails. */
  outcome: {
    record: 'Record the outcome',
    heading: 'Outcome',
    received: (moment: string) => `Received on ${moment}`,
    none: 'Not recorded yet.',
    statuses: { qualified: 'Qualified', won: 'Won', lost: 'Lost' },
    hints: { qualified: 'Worth pursuing', won: 'Became a client', lost: 'Will not become a client' },
    value: 'Value',
    currency: 'Currency',
    link: (moment: string) => `This page can be opened until ${moment}, by anyone who has the link.`,
  },
  /** The email and the page with which visitors confirm a consent. */
  optIn: {
    heading: 'Please confirm your consent',
    body: (texts: string) =>
      `You agreed to this:\n\n${texts}\n\nTo confirm it, open the page below and press the button. It is available for 30 days. If you do nothing, your consent does not count.`,
    confirm: 'Confirm',
    confirmed: 'You have confirmed your consent',
  },
  mail: {
    confirmed: (url: string, moment: string) =>
      `You received this email because your address was entered at ${url} on ${moment}. If that was not you, you can ignore it.`,
    sentFrom: (url: string, moment: string) => `Sent from ${url} on ${moment}.`,
    /** Parts of one sentence. The first letter of the first part is written as a capital. */
    cameFrom: (origin: string) => `came from ${origin}`,
    firstPage: (path: string) => `first page ${path}`,
    sentFromPage: (path: string) => `sent from ${path}`,
    number: (id: string) => `Number ${id}.`,
    agreed: 'Yes',
    declined: 'No',
    unconfirmed: 'not confirmed',
    confirmedAt: (moment: string) => `confirmed on ${moment}`,
    earlierText: (version: string) => `an earlier version of the text (${version})`,
    attached: 'Attached',
    notAttached: 'Not attached',
    tooLarge: 'Too large for the mail server',
    refused: 'Refused by the mail server',
    onServer: (command: string) => `On the server: ${command}`,
  },
}

export type Translations = typeof en
