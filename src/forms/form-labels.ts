/** The labels of the site that a form needs besides its contract; labels.ts describes them. */
export const formLabels = ['optional', 'problems', 'leaveEmpty'] as const
export type FormLabels = Record<(typeof formLabels)[number], string>
