/** Site labels that a form needs in addition to its contract. labels.ts describes them. */
export const formLabels = ['optional', 'problems', 'leaveEmpty'] as const
export type FormLabels = Record<(typeof formLabels)[number], string>
