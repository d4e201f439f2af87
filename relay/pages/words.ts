/** Every word that the relay itself says to visitors. The words of a form stand in its contract. */
export const words = {
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
  ledHere: (email: string) => `If a link of ours led you here, please write to ${email}.`,
  confirmed: (url: string, moment: string, id: string) =>
    `You get this mail because your address was entered at ${url} on ${moment}. If that was not you, you need not do anything.\nNumber ${id}.`,
  received: 'Received',
  youChose: 'You chose',
  backTo: (name: string) => `Back to ${name}`,
  headings: {
    tooLarge: 'That was too large to send',
    tooOften: 'Please wait a moment',
    notNow: "We couldn't receive your form",
    refused: 'This form cannot be sent from here',
    timeout: 'The connection was too slow',
    broken: 'The form did not arrive whole',
    notFound: 'This page does not exist',
  },
} as const
