/** Site labels that a form needs in addition to its contract. labels.ts describes them. */
export const formLabels = ['optional', 'problems', 'leaveEmpty', 'removeFile', 'fileChanged'] as const
type FormLabel = (typeof formLabels)[number]
/** Labels that only scripts need, so the relay's pages do not have them. */
type ScriptLabel = 'removeFile' | 'fileChanged'
export type FormLabels = Record<Exclude<FormLabel, ScriptLabel>, string> & Partial<Record<ScriptLabel, string>>
