import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { z } from 'zod'
import { booleanSchema, createUrlSchema, defineSetting } from '../settings.ts'
import { publicUrlSetting } from './attachment-links.ts'
import { createJsonTarget, findPrivateUrlProblem, SIGNING_SECRETS, signingSecretsSchema } from './json-request.ts'
import { createOutcomeMessage, createSubmissionRecord, formatSubmissionRecord } from './record.ts'
import { listAcceptedForms, type TargetType } from './target.ts'

const settings = z.object({
  url: defineSetting(
    'WEBHOOK_URL',
    'URL that receives submissions as POST requests. Redirects are not followed.',
    createUrlSchema(['http', 'https'], 'the URL that receives submissions'),
  ),
  secrets: defineSetting('WEBHOOK_SECRET', SIGNING_SECRETS, signingSecretsSchema),
  allowPrivate: defineSetting(
    'WEBHOOK_ALLOW_PRIVATE',
    'Allows webhook addresses in private networks, including loopback.',
    booleanSchema,
    'false',
  ),
  publicUrl: publicUrlSetting,
})

/** Posts each submission as JSON, signed according to https://www.standardwebhooks.com. */
export const webhookTarget: TargetType<typeof settings> = {
  settings,
  address: 'WEBHOOK_URL',
  create(config, { forms, clock, linksFor }) {
    const { name, url, secrets, allowPrivate, publicUrl } = config
    // Links signed with any of the secrets work; new links are signed with the first one.
    const [links] = secrets.map((secret) => linksFor?.({ secret, publicUrl }))
    return createJsonTarget(
      {
        name,
        url,
        secrets,
        allowPrivate,
        createBody: ({ envelope, event }) =>
          event
            ? createOutcomeMessage(envelope, event.outcome)
            : createSubmissionRecord(envelope, forms, (attachment) => links?.linkTo(envelope.id, attachment)),
      },
      clock,
    )
  },
  preview: (_config, { envelope }, forms) => ({ json: formatSubmissionRecord(envelope, forms) }),
  findProblem: (config) => findPrivateUrlProblem('WEBHOOK', config),
  findOutcomeProblem: () => undefined,
  findWarning({ publicUrl, forms }, { forms: all }) {
    const acceptsFiles = listAcceptedForms(forms, all).some((form) => listFileFields(form).length > 0)
    if (publicUrl !== undefined || !acceptsFiles) return undefined
    return { about: 'links', detail: 'RELAY_PUBLIC_URL is missing, so the webhook receives file names but no links' }
  },
}
