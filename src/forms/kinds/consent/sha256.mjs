import { hash } from 'node:crypto'

/** Returns the SHA-256 hash of a text. Not TypeScript, because sites with own code compile it without Node's types. */
export const sha256 = (text) => hash('sha256', text)
