/** Labels of file fields and of steps that only scripts need, so the relay's pages do not have them. */
export const fileLabels = ['removeFile', 'fileChanged'] as const
export const stepLabels = ['stepBack', 'stepNext', 'stepProgress'] as const
type ScriptLabel = (typeof fileLabels)[number] | (typeof stepLabels)[number]

/** Site labels that a form needs in addition to its contract. labels.ts describes them. */
export const formLabels = ['optional', 'problems', 'leaveEmpty', ...fileLabels, ...stepLabels] as const
type FormLabel = (typeof formLabels)[number]
export type FormLabels = Record<Exclude<FormLabel, ScriptLabel>, string> & Partial<Record<ScriptLabel, string>>
