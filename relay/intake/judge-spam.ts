import type { Contract } from '../../src/forms/contract.ts'
import { listFields, TRANSPORT } from '../../src/forms/fields.ts'
import type { Values } from '../../src/forms/value.ts'
import type { Config } from '../config.ts'
import { type Post, textOf } from './post.ts'

const LINK = /https?:\/\/|\bwww\./gi

/**
 * Why a post is held back; empty for one that people send. It is answered like any other.
 * @param elapsed milliseconds the form was shown, as its page tells; unknown without scripting
 */
export function judgeSpam(
  contract: Contract,
  post: Post,
  values: Values,
  limits: Config['limits'],
  elapsed: string | undefined,
): string[] {
  const reasons: string[] = []
  if (textOf(post, TRANSPORT.trap)?.trim()) reasons.push('trap')
  if (elapsed && Number(elapsed) < limits.leastElapsed) reasons.push('too-fast')
  const links = listFields(contract)
    .filter((field) => field.kind !== 'url')
    .flatMap((field) => [values[field.name]].flat())
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? (value.match(LINK)?.length ?? 0) : 0), 0)
  if (links > limits.links) reasons.push('links')
  return reasons
}
