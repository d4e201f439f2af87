/** Site labels that are messages about answers. labels.ts describes them. */
export type MessageLabel =
  | 'answerMissing'
  | 'choiceMissing'
  | 'consentMissing'
  | 'fileMissing'
  | 'answerInvalid'
  | 'dayInvalid'
  | 'emailInvalid'
  | 'phoneInvalid'
  | 'websiteInvalid'
  | 'fileInvalid'
export type MessageLabels = Readonly<Record<MessageLabel, string>>
