/** What a person may do in the studio. */
export const permissions = ['edit', 'publish', 'leads'] as const
export type Permission = (typeof permissions)[number]

/** A person who may use the studio, as listed in `studio.yaml`. */
export interface Person {
  /** Derived from the email address; also the name of the person's change set. Lowercase letters, digits and dashes. */
  id: string
  name: string
  email: string
  may: readonly Permission[]
}
