/** Labels of file fields that only scripts need, so the relay's pages do not have them. */
export const fileLabels = ['removeFile', 'fileChanged'] as const
type FileLabel = (typeof fileLabels)[number]

/** Site labels that a form needs in addition to its contract. labels.ts describes them. */
export const formLabels = ['optional', 'problems', 'leaveEmpty', ...fileLabels] as const
type FormLabel = (typeof formLabels)[number]
export type FormLabels = Record<Exclude<FormLabel, FileLabel>, string> & Partial<Record<FileLabel, string>>
