import { COUNT_ENDPOINT, VISITOR_STEPS } from '@northshelf/site/forms/form-steps.ts'
import type { RequestHandler } from 'express'
import { checkPublicKey } from '../intake/access.ts'
import type { FormCounter } from '../intake/form-counter.ts'
import { HttpProblem } from '../intake/http-problem.ts'
import type { IntakeContext } from '../intake/intake.ts'

/** Counts a step of a form that a browser reports. Reads only the form and the step. */
export function countStep({ config, forms, limitArrivals }: IntakeContext, counter: FormCounter): RequestHandler {
  return async (req, res) => {
    checkPublicKey(req, config.publicKey)
    await limitArrivals(req, COUNT_ENDPOINT)
    const { form, step } = req.query
    const known = VISITOR_STEPS.find((name) => name === step)
    if (typeof form !== 'string' || !Object.hasOwn(forms.forms, form) || !known)
      throw new HttpProblem('malformed', 'The parameters must be a form and a step: ?form=contact&step=seen')
    counter.count(form, known)
    res.status(204).set('Cache-Control', 'no-store').end()
  }
}
