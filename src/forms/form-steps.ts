/** Endpoint of the relay that counts the steps of visitors. */
export const COUNT_ENDPOINT = 'count'

/** Steps that only a browser can observe. */
export const VISITOR_STEPS = ['seen', 'begun'] as const
export type VisitorStep = (typeof VISITOR_STEPS)[number]
