import type { Request, Response } from 'express'
import { listFileFields, maxBytes } from '../../src/forms/kinds/file/file-fields.ts'
import { MOST_FIELDS } from '../../src/forms/limits.ts'
import { Problem } from '../http/problem.ts'
import { readForm } from '../http/read-form.ts'
import type { DraftBox } from './draft-box.ts'
import type { Attempt, Intake } from './intake.ts'
import type { Post } from './post.ts'

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** Reads the body of a post into `attempt`; files go to `box`. @throws Problem, Aborted */
export async function receive(
  intake: Intake,
  req: Request,
  res: Response,
  attempt: Attempt,
  box: DraftBox,
): Promise<Post> {
  const { config, forms } = intake
  const refusal = await refusalOf(intake)
  // Somebody who typed into a page gets the page back with it; a program only needs to know.
  if (refusal && !(attempt.html && req.is(FORM_TYPES))) throw refusal
  if (req.is('application/json')) {
    if (attempt.endpoint === 'submit-application') throw wrongType()
    return { json: await intake.readJson(req, res), entries: [], uploads: [], strays: [] }
  }
  if (!req.is(FORM_TYPES)) throw wrongType()
  if (req.get('content-encoding'))
    throw new Problem(415, 'media-type', 'The content encoding is not supported; send it plain.')
  const fileFields = Object.values(forms.forms)
    .filter(({ endpoint }) => endpoint === attempt.endpoint)
    .flatMap(listFileFields)
  const read = await readForm(req, {
    limits: {
      texts: config.limits.bodyBytes,
      fields: MOST_FIELDS,
      file: Math.max(0, ...fileFields.map(maxBytes)),
    },
    fileFields: new Set(refusal ? [] : fileFields.map(({ name }) => name)),
    keep: (source) => box.keep(source),
    entries: attempt.entries,
  })
  if (refusal) throw refusal
  return { json: undefined, entries: attempt.entries, ...read }
}

/** Why nothing is taken in now, known without reading anything. */
async function refusalOf({ hasSpace, isStopping }: Intake): Promise<Problem | undefined> {
  if (isStopping())
    return new Problem(503, 'stopping', 'The relay is being restarted. Please try again.', { retryAfter: 10 })
  if (!(await hasSpace()))
    return new Problem(503, 'no-space', 'There is no space left. Nothing was accepted; please try again later.', {
      retryAfter: 60,
    })
  return undefined
}

function wrongType(): Problem {
  return new Problem(415, 'media-type', 'The content type is not supported here; send a form.')
}
