import { fetchProof, PROOF_FIELD } from './challenge.ts'

/** Age in milliseconds at which a proof is replaced: half of the time for which it is valid, because uploads are slow. */
const MAX_AGE = 30 * 60_000

/** Longest time to wait for a proof before the form is sent without one, in milliseconds. */
const TIMEOUT = 10_000

export interface PreparedProof {
  /** Time at which the preparation started, in milliseconds since 1970. */
  at: number
  proof: Promise<string | undefined>
}

/**
 * Prepares a proof of work in the background, unless there is one.
 * @param prepared contains the proof until it is added
 * @param action URL to which the form is submitted
 * @param data if set, adds the proof to these answers, or nothing if the relay is unreachable or the browser is too slow
 */
export async function addProof(
  prepared: { current: PreparedProof | undefined },
  action: string,
  data?: FormData,
): Promise<void> {
  const now = Date.now()
  if (!prepared.current || now - prepared.current.at > MAX_AGE) prepared.current = { at: now, proof: runWorker(action) }
  if (!data) return
  const { proof } = prepared.current
  // The relay accepts each proof for only one submission.
  prepared.current = undefined
  const found = await Promise.race([
    // If preparing failed, for example because the visitor was offline, tries again.
    proof.then((early) => early ?? runWorker(action)),
    new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT)),
  ])
  if (found) data.set(PROOF_FIELD, found)
}

function runWorker(action: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // This script is also the worker's script, so it must not import any script of the page.
    const worker = new Worker(import.meta.url, { type: 'module' })
    worker.onmessage = ({ data }) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => resolve(undefined)
    worker.postMessage(action)
  })
}

if (typeof document === 'undefined')
  addEventListener('message', ({ data: action }) =>
    fetchProof(action).then(
      (proof) => postMessage(proof),
      () => postMessage(undefined),
    ),
  )
