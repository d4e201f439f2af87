import type { Broken } from './broken.ts'

/** Creates a test case for a new form. @param head YAML fields that identify the form to the relay */
function broken(name: string, slug: string, says: Broken['says'], head: string, fields = TEXT): Broken {
  const text = `formType: ${slug}\n${head}\ntitle: A form\ngroups:\n  - fields:\n${fields.replace(/^(?=.)/gm, '      ')}\n${END}`
  return { name, file: `forms/${slug}.yaml`, old: /[\s\S]+/, text, says }
}
const POST = 'endpoint: send-form-submission'
const APPLY = 'endpoint: submit-application'
const TEXT = '- { kind: text, name: name, label: Name }'
const FILE = 'name: plan, label: Plan, extensions: [pdf], maxMegabytes: 2, tooLarge: { text: Too large } }'
const END = `  - fields: [{ kind: text, name: asked, label: Asked, required: true }]
submit: { label: Send, busy: Sending }
success: { text: Sent }
failure: { text: Not sent }
thanks: { heading: Sent, text: We read it }
`
const TITLED_END = END.replace('- fields', '- title: Two\n    fields')
const slider = (amounts: string) =>
  `- { kind: slider, name: spend, label: Spend, ${amounts}, display: fixed, maxLabel: All, wire: number }`
const select = (options: string) =>
  `- { kind: select, name: side, label: Side, placeholder: Choose, options: [${options}] }`
const SIDES = select('{ value: left, label: Left }, { value: right, label: Right }')
const text = (when: string) => `- { kind: text, name: more, label: More, when: ${when} }`
const page = (slug: string, ...sections: string[]) =>
  `path: /${slug}\ntitle: A page called ${slug}\ndescription: A page called ${slug} that nobody has asked for, with a description that is long enough for search results.\nsections:\n${sections.map((section) => `  - ${section}\n`).join('')}`
const lost = (message: string, help?: string) => ({ rule: 'form/lost', message, ...(help && { help }) })
const refused = (message: string, help?: string) => ({ rule: 'form/refused', message, ...(help && { help }) })
const range = (message: string, help?: string) => ({ rule: 'form/range', message, ...(help && { help }) })
const unknownField = (message: string, help?: string) => ({ ...range(message, help), rule: 'form/unknown-field' })
const sameLabel = (message: string) => ({ ...range(message), rule: 'form/same-label' })
const steps = (message: string, help: string) => ({ ...range(message, help), rule: 'form/steps' })

/** Forms that match the schema but would lose answers or reject submissions. */
export const brokenForms: Broken[] = [
  {
    name: 'a copied form has the formType of the original',
    ...{ file: 'forms/copied.yaml', from: 'forms/contact.yaml', old: 'formType: contact' },
    text: 'formType: ⟦contact⟧',
    says: { rule: 'id/duplicate', message: 'two forms have the formType contact' },
  },
  broken(
    'an application form sends nothing that identifies it',
    'nameless',
    { rule: 'form/identity', message: 'the relay cannot identify this form and rejects every submission' },
    'endpoint: ⟦submit-application⟧',
  ),
  broken(
    'two application forms send the same values',
    'twin',
    { rule: 'form/identity', message: 'the relay cannot distinguish this form from "general-resume"' },
    `${APPLY}\n⟦fixed⟧: { job_title: Any berth, job_department: Any }`,
  ),
  broken(
    'an application form asks for the values that identify another form',
    'takes-titles',
    { rule: 'form/identity', message: 'the relay cannot distinguish this form from "job-application"' },
    `${APPLY}\n⟦fixed⟧: { kind: Freelance }`,
    '- { kind: text, name: jobTitle, label: Title }\n- { kind: text, name: jobDepartment, label: Team }',
  ),
  broken(
    'no page provides a value that is listed under "given"',
    'given',
    refused(
      'no page provides "campaign": every submission would be rejected',
      'Only job pages provide values: jobTitle and jobDepartment.',
    ),
    `${POST}\ngiven: [⟦campaign⟧]`,
  ),
  broken(
    'a fixed value has the name of a field',
    'overwritten',
    lost('this value overwrites the answer to the field "name"'),
    `${POST}\nfixed: { ⟦name⟧: Bob }`,
  ),
  broken(
    'a value from the page has the name of a field',
    'given-field',
    lost('this value overwrites the answer to the field "jobTitle"'),
    `${POST}\ngiven: [⟦jobTitle⟧]`,
    '- { kind: text, name: jobTitle, label: Title }',
  ),
  broken(
    'a value is listed under both "given" and "fixed"',
    'given-fixed',
    lost('"jobTitle" is also under "fixed", which overwrites the value from the page'),
    `${POST}\nfixed: { jobTitle: Any }\ngiven: [⟦jobTitle⟧]`,
  ),
  broken(
    'a field is named formType',
    'form-type',
    lost('a field cannot be named "formType": it identifies the form'),
    POST,
    '- { kind: text, name: ⟦formType⟧, label: Type }',
  ),
  broken(
    'a field has the name of a property of HTML forms',
    'reset',
    lost('a field cannot be named "reset": it is a property of the HTML form'),
    POST,
    '- { kind: text, name: ⟦reset⟧, label: Reset }',
  ),
  broken(
    'a field has the name of an object property',
    'constructor',
    lost('a field cannot be named "constructor"'),
    POST,
    '- { kind: text, name: ⟦constructor⟧, label: Who built it }',
  ),
  broken(
    'a fixed value is named formType',
    'fixed-type',
    refused('"formType" cannot be sent with every submission: it identifies the form'),
    `${POST}\nfixed: { ⟦formType⟧: other }`,
  ),
  broken(
    "a slider's minimum exceeds its maximum",
    'slider-ends',
    range('the minimum, 100, is not below the maximum, 10'),
    POST,
    slider('min: ⟦100⟧, max: 10, step: 1, default: 10'),
  ),
  broken(
    "a slider's default is out of range",
    'slider-default',
    range('900 is not between 0 and 500', 'The nearest amount is 500.'),
    POST,
    slider('min: 0, max: 500, step: 10, default: ⟦900⟧'),
  ),
  broken(
    "a slider's default is between two steps",
    'slider-between',
    range('300 cannot be reached from 50 in steps of 100', 'The nearest amount is 350.'),
    POST,
    slider('min: 50, max: 550, step: 100, default: ⟦300⟧'),
  ),
  broken(
    'a slider cannot move',
    'slider-still',
    range('a step of 1000 exceeds the range from 0 to 500'),
    POST,
    slider('min: 0, max: 500, step: ⟦1000⟧, default: 0'),
  ),
  broken(
    'a slider cannot reach its maximum',
    'slider-short',
    { ...range('1000 cannot be reached from 0 in steps of 300', 'Write 900, or change step.'), severity: 'warning' },
    POST,
    slider('min: 0, max: ⟦1000⟧, step: 300, default: 300'),
  ),
  broken(
    'a date field begins on a day that does not exist',
    'no-day',
    { rule: 'schema/format', message: '"min" is invalid' },
    POST,
    '- { kind: date, name: day, label: Day, min: ⟦2026-02-30⟧ }',
  ),
  broken(
    'a date field ends before it begins',
    'early-end',
    range('the last day, 2926-12-01, is before 2927-01-01', 'Write a later day, such as today + 90.'),
    POST,
    '- { kind: date, name: day, label: Day, min: 2927-01-01, max: ⟦2926-12-01⟧ }',
  ),
  broken(
    'the relative limits of a date field contradict each other',
    'early-relative',
    range('the last day, today - 1 year, is before today'),
    POST,
    '- { kind: date, name: day, label: Day, min: today, max: ⟦today - 1 year⟧ }',
  ),
  broken(
    'the last day of a date field is in the past',
    'day-over',
    { rule: 'form/expired', severity: 'warning', message: 'the last day, 2024-12-31, is before today' },
    POST,
    '- { kind: date, name: day, label: Day, max: ⟦2024-12-31⟧ }',
  ),
  broken(
    "a number field's minimum exceeds its maximum",
    'number-ends',
    range('the minimum, 10, is not below the maximum, 5'),
    POST,
    '- { kind: number, name: pallets, label: Pallets, min: ⟦10⟧, max: 5 }',
  ),
  broken(
    'a number field has a step of four decimals',
    'number-step',
    { rule: 'schema/format', message: '"step" is invalid' },
    POST,
    '- { kind: number, name: pallets, label: Pallets, step: ⟦0.0001⟧ }',
  ),
  broken(
    'a hidden field is required',
    'hidden-required',
    { rule: 'schema/unknown-key', message: 'unknown field "required"' },
    POST,
    '- { kind: hidden, name: offer, label: Offer, parameter: offer, ⟦required⟧: true }',
  ),
  broken(
    'a hidden field has neither a value nor a parameter',
    'hidden-empty',
    lost(
      'this field sends nothing, because it has no value and no parameter',
      'Add value, parameter or both, or remove the field.',
    ),
    POST,
    '- { kind: hidden, name: ⟦offer⟧, label: Offer }',
  ),
  broken(
    'a choice ends with a space',
    'choice-space',
    refused('the choice "left " begins or ends with a space'),
    POST,
    select('{ value: ⟦"left "⟧, label: Left }, { value: right, label: Right }'),
  ),
  broken(
    'two choices have the same label',
    'choice-labels',
    sameLabel('two choices have the label "Left"'),
    POST,
    select('{ value: left, label: Left }, { value: right, label: ⟦Left⟧ }'),
  ),
  broken(
    'a condition depends on a field whose name is misspelled',
    'when-misspelled',
    {
      ...unknownField('no field with options above is named "sied"', 'Did you mean side?'),
      ...{ expected: 'side', found: 'sied' },
    },
    POST,
    `${SIDES}\n${text('{ field: ⟦sied⟧, is: [left] }')}`,
  ),
  broken(
    'a condition depends on a field without options',
    'when-text',
    {
      ...unknownField(
        'no field with options above is named "first"',
        'A condition depends on the options of a field above.',
      ),
      ...{ expected: 'a field with options', found: 'first' },
    },
    POST,
    `- { kind: text, name: first, label: First }\n${text('{ field: ⟦first⟧, is: [left] }')}`,
  ),
  broken(
    'a misspelled field chooses the recipient of the email',
    'mail-misspelled',
    { ...unknownField('no field with options is named "sied"', 'Did you mean side?'), expected: 'side', found: 'sied' },
    `${POST}\nmail: { subject: Question, to: ⟦sied⟧ }`,
    `${TEXT}\n${SIDES}`,
  ),
  broken(
    'a field without options chooses the recipient of the email',
    'mail-text',
    {
      ...unknownField(
        'no field with options is named "name"',
        'The answer to a field with options chooses the recipient.',
      ),
      ...{ expected: 'a field with options', found: 'name' },
    },
    `${POST}\nmail: { subject: Question, to: ⟦name⟧ }`,
  ),
  broken(
    'a condition depends on a later field',
    'when-later',
    unknownField('no field with options above is named "side"', 'Move the field "side" above this one.'),
    POST,
    `${text('{ field: ⟦side⟧, is: [left] }')}\n${SIDES}`,
  ),
  broken(
    'a condition depends on its own field',
    'when-itself',
    unknownField('no field with options above is named "side"'),
    POST,
    SIDES.replace('name: side', 'name: side, when: { field: ⟦side⟧, is: [left] }'),
  ),
  broken(
    'a condition lists an option that its field does not have',
    'when-option',
    { ...unknownField('"side" has no option "lefd"', 'Did you mean left?'), expected: 'left, right', found: 'lefd' },
    POST,
    `${SIDES}\n${text('{ field: side, is: [right, ⟦lefd⟧] }')}`,
  ),
  {
    name: 'the condition of a group depends on a field of the group',
    ...{ file: 'forms/when-group.yaml', old: /[\s\S]+/ },
    text: `formType: when-group\n${POST}\ntitle: A form\ngroups:\n  - when: { field: ⟦side⟧, is: [left] }\n    fields:\n      ${SIDES}\n${END}`,
    says: unknownField('no field with options above is named "side"'),
  },
  {
    name: 'a step has no required field',
    ...{ file: 'forms/empty-step.yaml', old: /[\s\S]+/ },
    text: `formType: empty-step\n${POST}\ntitle: A form\nsteps: true\ngroups:\n  - title: One\n    ⟦fields⟧:\n      ${TEXT}\n${TITLED_END}`,
    says: {
      rule: 'form/empty',
      severity: 'warning',
      message: 'no field of this step is required: visitors can skip it',
    },
  },
  {
    name: 'a step has no title',
    ...{ file: 'forms/unnamed-step.yaml', old: /[\s\S]+/ },
    text: `formType: unnamed-step\n${POST}\ntitle: A form\nsteps: true\ngroups:\n  - ⟦fields⟧:\n      ${TEXT.replace(' }', ', required: true }')}\n${TITLED_END}`,
    says: {
      ...steps('this step has no name', 'Give the group a title: visitors see it as the name of the step.'),
      severity: 'warning',
    },
  },
  {
    name: 'a form with steps has only one group',
    ...{ file: 'forms/one-step.yaml', old: /[\s\S]+/ },
    text: `formType: one-step\n${POST}\ntitle: A form\nsteps: ⟦true⟧\ngroups:\n${END}`,
    says: {
      ...steps('a form with one group has only one step', 'Divide the fields into groups, or remove "steps".'),
      severity: 'warning',
    },
  },
  broken(
    'an email field is too short for any address',
    'no-room',
    refused('no email address fits in 4 characters: every answer is rejected'),
    POST,
    '- { kind: email, name: email, label: E-mail, maxLength: ⟦4⟧ }',
  ),
  broken(
    'the size limit for a file is too small',
    'no-bytes',
    { rule: 'schema/size', message: '"maxMegabytes" is too small', expected: 'at least 0.1' },
    `${APPLY}\nfixed: { form: no-bytes }`,
    `- { kind: file, ${FILE.replace('maxMegabytes: 2', 'maxMegabytes: ⟦0.0001⟧')}`,
  ),
  broken(
    'a form may send more values than the relay accepts',
    'too-many',
    refused('a submission of this form may have 209 values; the relay accepts at most 200'),
    POST,
    Array.from({ length: 202 }, (_, index) => `- { kind: text, name: f${index}, label: F }`).join('\n'),
  ),
  broken(
    "answers may exceed the relay's size limit",
    'too-long',
    { ...refused('the answers can contain up to 280,200 characters'), severity: 'warning' },
    POST,
    Array.from({ length: 14 }, (_, index) => `- { kind: textarea, name: f${index}, label: F, maxLength: 20000 }`).join(
      '\n',
    ),
  ),
  broken(
    'an email subject refers to a value that the form does not send',
    'unsent',
    lost('this form sends no "town"', 'Set "from" under "mail" to one or more of name, asked.'),
    `${POST}\nmail: { subject: Message, from: [⟦town⟧] }`,
  ),
  broken(
    'a form without an email field has a confirmation email',
    'unconfirmed',
    {
      rule: 'form/unconfirmed',
      message: 'this form has no email field, so the confirmation cannot be sent',
      help: 'Add a field of "kind: email", or remove "confirmation".',
    },
    `${POST}\n⟦confirmation⟧: { subject: Aboard, body: We have it. }`,
  ),
  broken(
    'a form without an email field has a consent that visitors confirm by email',
    'unconfirmed-consent',
    {
      rule: 'form/unconfirmed',
      message: 'this form has no email field, so the confirmation cannot be sent',
      help: 'Add a field of "kind: email", or remove "confirm".',
    },
    POST,
    '- { kind: consent, name: news, label: News, text: Send me news, ⟦confirm⟧: email }',
  ),
  broken(
    'visitors may agree to a consent that they cannot confirm, because the email field is optional',
    'unconfirmable',
    {
      rule: 'form/unconfirmed',
      severity: 'warning',
      message: '"email" is not always required, so visitors could agree without being able to confirm',
    },
    POST,
    '- { kind: email, name: email, label: Email }\n- { kind: consent, name: news, label: News, text: Send me news, ⟦confirm⟧: email }',
  ),
  broken(
    'the email for confirming a consent is never sent',
    'unsent-opt-in',
    {
      rule: 'form/unconfirmed',
      severity: 'warning',
      message: 'this email is never sent, because no consent of the form has "confirm"',
    },
    `${POST}\n⟦optIn⟧: { subject: One click, body: Open the page. }`,
    '- { kind: email, name: email, label: Email, required: true }',
  ),
  broken(
    'a consent names another way to confirm it than by email',
    'confirmed-otherwise',
    { rule: 'schema/choice', message: '' },
    POST,
    '- { kind: consent, name: news, label: News, text: Send me news, confirm: ⟦work⟧ }',
  ),
  broken(
    'the text of a consent has two lines',
    'two-lines',
    { rule: 'schema/format', message: '"text" is invalid: must be one line' },
    POST,
    '- { kind: consent, name: news, label: News, text: ⟦"Send me\\nnews"⟧ }',
  ),
  broken(
    'the text of a consent links to a page that does not exist',
    'dead-consent',
    { rule: 'link/dead', message: '' },
    POST,
    '- { kind: consent, name: news, label: News, text: "As in the [notice](⟦/nowhere-at-all⟧)" }',
  ),
  broken(
    'a page is to provide the answer to a consent',
    'given-consent',
    lost('this value overwrites the answer to the field "news"'),
    `${POST}\nfixed: { ⟦news⟧: yes please }`,
    '- { kind: consent, name: news, label: News, text: Send me news, required: true }',
  ),
  broken(
    'a retention period has no unit',
    'no-unit',
    { rule: 'schema/format', message: '"keep" is invalid' },
    `${POST}\nkeep: ⟦180⟧`,
  ),
  broken(
    'a retention period is longer than ten years',
    'long-kept',
    { rule: 'schema/format', message: '"keep" is invalid' },
    `${POST}\nkeep: ⟦3651 days⟧`,
  ),
  {
    name: 'a page that is not a job page shows the job application form',
    ...{ file: 'pages/gives-nothing.yaml', old: /[\s\S]+/ },
    text: page(
      'gives-nothing',
      '{ type: hero, heading: Nothing, text: Hail us }',
      '{ type: form, heading: A form, form: ⟦job-application⟧ }',
    ),
    says: refused('the form "job-application" sends jobTitle and jobDepartment, which only job pages provide'),
  },
  {
    name: 'a page shows the same form in a dialog and in a section',
    ...{ file: 'pages/twice.yaml', old: /[\s\S]+/ },
    text: page(
      'twice',
      '{ type: hero, heading: Twice, text: Hail us, actions: [{ label: Hail, to: /contact, opens: contact }] }',
      '{ type: form, heading: A form, form: ⟦contact⟧ }',
    ),
    says: { rule: 'form/repeated', message: 'the form "contact" is on this page twice' },
  },
]
