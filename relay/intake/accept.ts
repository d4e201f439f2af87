import { hash } from 'node:crypto'
import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import { listConsentFields } from '@northshelf/site/forms/kinds/consent/consent-fields.ts'
import { getConsentVersion } from '@northshelf/site/forms/kinds/consent/version.ts'
import { PROOF_FIELD } from '@northshelf/site/forms/proof/challenge.ts'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'
import type { Request, Response } from 'express'
import { chooseFormLanguage, identifyForm } from '../site-forms.ts'
import { createPageKey, DOUBLE_CLICK_WINDOW_MS } from '../store/page-keys.ts'
import type { Consent, Envelope } from '../store/store.ts'
import { chooseTargets } from '../targets/targets.ts'
import { getTranslations } from '../translations/list.ts'
import { HttpProblem } from './http-problem.ts'
import { type IntakeContext, LazyDraft, type Receipt, type RequestContext, throwStorageProblem } from './intake.ts'
import type { Upload } from './read-form.ts'
import { getFieldText, type ParsedRequest, readRequest } from './read-request.ts'
import { validateSubmission } from './validate-submission.ts'
import { readVisitSource } from './visit-source.ts'

/** Header that marks a submission of `relay canary`, which checks the way from the public address to the targets. */
export const CANARY_HEADER = 'relay-canary'

/**
 * Accepts a submission. Once the promise resolves, it is stored durably; if the promise rejects, nothing is stored.
 * @throws HttpProblem to report to the sender, RequestAbortedError if the sender disconnected
 */
export async function acceptSubmission(
  intake: IntakeContext,
  req: Request,
  res: Response,
  context: RequestContext,
): Promise<Receipt> {
  const { clock, keysInUse } = intake
  const keyOfHeader = getIdempotencyHeader(req)
  await intake.limitArrivals(req, context.endpoint)
  const draft = new LazyDraft(intake.store)

  const acceptPost = async (): Promise<Receipt> => {
    const post = await readRequest(intake, req, res, context, draft)
    const forms = chooseFormLanguage(intake.forms, req.query.language)
    const contract = identifyForm(forms, context.endpoint, (name) => getFieldText(post, name))
    if (!contract)
      throw new HttpProblem('unknown-form', 'The form type is missing or unknown.', {
        errors: [{ field: 'formType', code: 'unknown', detail: 'There is no form of this type.' }],
      })
    context.contract = contract
    const { formType, title } = contract
    await intake.limitPosts(req, formType)
    const { values, attachments } = await validateSubmission(contract, post, draft, getTranslations(forms.site))
    const payload = fingerprintSubmission(formType, values, attachments)
    // A form without JavaScript sends no key, so identical content within a few minutes counts as a double click.
    const contentKey = context.html ? createPageKey(payload) : undefined
    const key = keyOfHeader ?? getHiddenIdempotencyKey(post) ?? contentKey
    const storeSubmission = async (): Promise<Receipt> => {
      const proof = contract.proofOfWork
        ? intake.proofs?.findSpamReason(getFieldText(post, PROOF_FIELD), key)
        : undefined
      const spam = [...findSpamReasons(contract, post, values), ...(proof ? [proof] : [])]
      const consents = listConsents(contract, values)
      const { config } = intake
      const source = readVisitSource(req, (name) => getFieldText(post, name), config, forms.site)
      const isCanary = req.get(CANARY_HEADER) !== undefined
      const envelope: Omit<Envelope, 'id'> = {
        version: 1,
        receivedAt: new Date(clock.now()).toISOString(),
        formType,
        title,
        values,
        attachments,
        spam,
        ...(consents.length > 0 && { consents }),
        ...(source && { source }),
        ...(forms.site.language !== intake.forms.site.language && { language: forms.site.language }),
        ...chooseTargets(config, contract, { values, consents, canary: isCanary }),
        ...(isCanary && { canary: true }),
        idempotency: key === undefined ? undefined : { key, payload },
      }
      const { id, commit } = await draft.get()
      const validFor = key === contentKey ? DOUBLE_CLICK_WINDOW_MS : undefined
      const earlier = await commit({ ...envelope, id }, validFor).catch(throwStorageProblem)
      if (earlier && earlier.payload !== payload)
        throw new HttpProblem(
          'idempotency-mismatch',
          'This idempotency key was already used for a different submission.',
        )
      if (earlier) return { id: earlier.id, receivedAt: earlier.receivedAt, result: 'repeated' }
      return {
        id,
        receivedAt: envelope.receivedAt,
        result: spam.length > 0 ? 'spam' : isCanary ? 'canary' : 'accepted',
      }
    }
    if (key === undefined || key === keyOfHeader) return storeSubmission()
    // After a double click, a browser shows only the second response, so the second request waits for the first one's
    // result.
    return context.html ? keysInUse.run(key, storeSubmission) : runAlone(intake, key, storeSubmission)
  }

  try {
    return await (keyOfHeader === undefined ? acceptPost() : runAlone(intake, keyOfHeader, acceptPost))
  } finally {
    await draft.discard()
  }
}

async function runAlone<T>({ keysInUse }: IntakeContext, key: string, work: () => Promise<T>): Promise<T> {
  if (!keysInUse.has(key)) return keysInUse.run(key, work)
  throw new HttpProblem('idempotency-running', 'A submission with this idempotency key is still being processed.', {
    headers: { 'Retry-After': '1' },
  })
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Returns a request's idempotency key. @throws HttpProblem 400 if the key is invalid */
function getIdempotencyHeader(req: Request): string | undefined {
  const text = req.get('idempotency-key')?.trim()
  const key = text?.replace(/^"(.*)"$/, '$1')
  if (key === undefined || IDEMPOTENCY_KEY.test(key)) return key
  throw new HttpProblem('idempotency-key', 'The idempotency key must be 1 to 200 visible ASCII characters.')
}

function getHiddenIdempotencyKey(post: ParsedRequest): string | undefined {
  const key = getFieldText(post, TRANSPORT_FIELDS.key)?.trim()
  return key && IDEMPOTENCY_KEY.test(key) ? key : undefined
}

/** Hashes answers and files. The hash does not depend on their order or on the request's encoding. */
function fingerprintSubmission(formType: string, values: AnswerValues, uploads: readonly Upload[]): string {
  const sorted = (entries: [string, unknown][]) => entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const files = uploads.map(({ field, name, size, sha256 }): [string, unknown] => [field, [name, size, sha256]])
  return hash('sha256', JSON.stringify([formType, sorted(Object.entries(values)), sorted(files)]))
}

/** Markup for links in HTML or BBCode. Visitors write plain URLs. */
const MARKUP = /<a\s[^<>]*href|\[(?:url|link)=|\[\/(?:url|link)\]/i

/**
 * Returns the reasons why a submission is spam. Considers only signs that rule out a human visitor. Many links or a
 * quick submission are not such signs; see docs/decisions/025-hold-back-only-what-people-do-not-send-and-report-it.md.
 */
function findSpamReasons(contract: Contract, post: ParsedRequest, values: AnswerValues): string[] {
  const texts = listFields(contract).flatMap(({ name }) => [values[name]].flat())
  return [
    ...(getFieldText(post, TRANSPORT_FIELDS.trap)?.trim() ? ['trap'] : []),
    ...(texts.some((text) => typeof text === 'string' && MARKUP.test(text)) ? ['markup'] : []),
  ]
}

/** Lists the answers to the consent fields that apply, with the current text unless the visitor agreed to an earlier one. */
function listConsents(contract: Contract, values: AnswerValues): Consent[] {
  return listConsentFields(pickApplicableFields(contract, values)).map((field) => {
    const { name, text, confirm } = field
    const current = getConsentVersion(field)
    const version = values[name] || current
    return {
      field: name,
      given: Boolean(values[name]),
      version: String(version),
      ...(version === current && { text }),
      ...(confirm && values[name] && { confirmedAt: null }),
    }
  })
}
