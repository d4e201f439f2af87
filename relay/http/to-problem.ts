import { Problem } from './problem.ts'

/** Faults that Express and its body parser report, by their `type` or their status. */
const KNOWN: Record<string, () => Problem> = {
  'entity.too.large': () => new Problem(413, 'too-large', 'The post is larger than this relay takes.'),
  'entity.parse.failed': () => new Problem(400, 'malformed', 'The body is not valid JSON.'),
  'charset.unsupported': () => new Problem(415, 'charset', 'The charset is not supported; send UTF-8.'),
  'encoding.unsupported': () => new Problem(415, 'media-type', 'The content encoding is not supported; send it plain.'),
  'request.size.invalid': () => new Problem(400, 'malformed', 'The body is shorter or longer than announced.'),
}

/** Any error as an answer. What is not known is a fault of ours and says nothing about itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown }
  const known = typeof type === 'string' ? KNOWN[type] : undefined
  if (known) return known()
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem(400, 'malformed', 'The request cannot be read.')
  return new Problem(500, 'internal', 'Something went wrong in the relay. Nothing was accepted.', { cause: error })
}
