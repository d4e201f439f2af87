/**
 * Every word that the relay itself says on pages and in mails, and the type of all other catalogues. The words of a
 * form are in its contract. Logs, digests, commands and answers to programs are always English.
 */
export const en = {
  language: 'en',
  optional: 'optional',
  errorTitle: (heading: string) => `Error: ${heading}`,
  fileEmpty: 'This file is empty. Please choose another one.',
  fileContent: (kinds: string) =>
    `This file is not what its name says, is damaged, or holds macros, embedded files or a password. Please save it again as ${kinds} and choose that.`,
  fileUnknown: 'This form does not take this file.',
  problems: 'Please check these answers',
  leaveEmpty: 'Leave this empty',
  answersKept: 'Your answers are kept below.',
  chooseFileAgain: 'Your answers are kept. Please choose your file again.',
  pressAgain: 'Your answers are kept below. You can send them again from here.',
  goBack: 'What you typed is still there when you go back in your browser.',
  write: (email: string) => `If it keeps happening, please write to ${email}.`,
  received: 'Received',
  youChose: 'You chose',
  backTo: (name: string) => `Back to ${name}`,
  notFound: 'This page does not exist',
  ledHere: (email: string) => `If a link of ours led you here, please write to ${email}.`,
  /** Why a post was refused, where no answer in it is at fault. */
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
      heading: 'This form was sent before',
      text: 'We have already received it from this page, with other answers.',
    },
    broken: { heading: 'The form did not arrive whole', text: 'Something in it is missing, damaged or unknown to us.' },
  },
  mail: {
    confirmed: (url: string, moment: string) =>
      `You get this mail because your address was entered at ${url} on ${moment}. If that was not you, you need not do anything.`,
    sentFrom: (url: string, moment: string) => `Sent from ${url} on ${moment}.`,
    number: (id: string) => `Number ${id}.`,
    attached: 'Attached',
    notAttached: 'Not attached',
    tooLarge: 'Too large for the mail server',
    refused: 'Refused by the mail server',
    onServer: (command: string) => `On the server: ${command}`,
  },
}

export type Words = typeof en
