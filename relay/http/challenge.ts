import { CHALLENGE_ENDPOINT } from '@northshelf/site/forms/proof/challenge.ts'
import type { RequestHandler } from 'express'
import { checkPublicKey } from '../intake/access.ts'
import type { IntakeContext } from '../intake/intake.ts'
import type { Proofs } from '../intake/proofs.ts'

/** Serves challenges for proofs of work. The same key and limits apply as to submissions. */
export function serveChallenge({ config, limitArrivals }: IntakeContext, proofs: Proofs): RequestHandler {
  return async (req, res) => {
    checkPublicKey(req, config.publicKey)
    await limitArrivals(req, CHALLENGE_ENDPOINT)
    res.set('Cache-Control', 'no-store').json(proofs.createChallenge())
  }
}
