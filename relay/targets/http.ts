import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { z } from 'zod'
import { booleanSchema, createChoiceSchema, createUrlSchema, defineSetting, suggestName } from '../settings.ts'
import { linkSecretSetting, publicUrlSetting } from './attachment-links.ts'
import { type BodyTemplate, fillTemplate, listPlaceholders } from './body-template.ts'
import { createJsonTarget, findPrivateUrlProblem, SIGNING_SECRETS, signingSecretsSchema } from './json-request.ts'
import { createPlaceholderValues, listFormPlaceholders, listGeneralPlaceholders } from './placeholders.ts'
import { presets } from './presets/list.ts'
import type { Preset } from './presets/preset.ts'
import { listAcceptedForms, type TargetInput, type TargetType } from './target.ts'

/** Headers that the relay sets. */
const OWN_HEADERS = /^(?:connection|content-length|expect|host|transfer-encoding|upgrade|webhook-.*)$/

const headersSchema = z.string().transform((text, context) => {
  const headers: Record<string, string> = {}
  for (const [index, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^([\w-]+):[ \t]*([\x21-\x7E][\x20-\x7E]*)$/.exec(line.trim()) ?? []
    if (OWN_HEADERS.test(name.toLowerCase())) context.addIssue(`{}: the relay itself sets ${name}.`)
    else if (name) headers[name.toLowerCase()] = value
    // Does not quote the line, because it may contain a password.
    else if (line.trim()) context.addIssue(`{}: line ${index + 1} must be a header, such as "Authorization: Bearer …".`)
  }
  return headers
})

const bodySchema = z.string().transform((text, context): BodyTemplate => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    // Omits the parser's message, because it may quote a part of the body, which may contain a password.
    const [place = ''] = / at position \d+/.exec((error as Error).message) ?? []
    context.addIssue(`{} is not valid JSON${place}. Placeholders must be inside quotes: {"text": "{_answers}"}.`)
    return z.NEVER
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as BodyTemplate
  context.addIssue('{} must be a JSON object.')
  return z.NEVER
})

const presetNames = Object.keys(presets) as (keyof typeof presets)[]

const settings = z
  .object({
    preset: defineSetting(
      'HTTP_PRESET',
      `[Service](#other-services) that receives the submissions: ${presetNames.map((name) => `\`${name}\``).join(', ')}.`,
      createChoiceSchema(...presetNames).optional(),
    ),
    url: defineSetting(
      'HTTP_URL',
      'URL that receives the submissions. Only its host appears in logs and in the output of commands.',
      createUrlSchema(['http', 'https'], 'the URL that receives submissions'),
    ),
    method: defineSetting(
      'HTTP_METHOD',
      '`POST`, `PUT` or `PATCH`.',
      createChoiceSchema('POST', 'PUT', 'PATCH'),
      'POST',
    ),
    headers: defineSetting(
      'HTTP_HEADERS',
      'Additional headers, one per line, such as `Authorization: Bearer …`.',
      headersSchema.optional(),
    ),
    body: defineSetting(
      'HTTP_BODY',
      'Body of the requests: JSON with [placeholders](#other-services). Needed without a preset and for `hubspot`; replaces the default of other presets.',
      bodySchema.optional(),
    ),
    secrets: defineSetting(
      'HTTP_SECRET',
      `${SIGNING_SECRETS} If it is set, requests are signed like those to a webhook.`,
      signingSecretsSchema.optional(),
    ),
    allowPrivate: defineSetting(
      'HTTP_ALLOW_PRIVATE',
      'Allows addresses in private networks, including loopback.',
      booleanSchema,
      'false',
    ),
    publicUrl: publicUrlSetting,
    linkSecret: linkSecretSetting,
  })
  .transform(({ preset: presetName, ...config }, context) => {
    const preset: Partial<Preset> = presetName ? presets[presetName] : {}
    const addIssue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (preset.path && !preset.path.test(new URL(config.url).pathname))
      addIssue('url', `{} must look like ${preset.url} for the preset ${presetName}.`)
    if (preset.requiredHeader && !config.headers?.[preset.requiredHeader])
      addIssue('headers', `{} must contain ${preset.requiredHeader} for the preset ${presetName}.`)
    const body = config.body ?? preset.body
    if (!body) addIssue('body', `{} is missing. Set it to the JSON to send${presetName ? '' : ', or set HTTP_PRESET'}.`)
    const linkSecrets = config.linkSecret === undefined ? config.secrets : [config.linkSecret]
    return { ...config, linkSecrets, preset, body: { ...preset.common, ...body } }
  })

/** Placeholders by which a receiver can recognize submissions of `relay canary`. */
const CANARY_PLACEHOLDERS = ['_subject', '_canary']

/** Sends each submission as JSON that the operator defines. */
export const httpTarget: TargetType<typeof settings> = {
  settings,
  address: 'HTTP_URL',
  create(config, { forms, clock, linksFor }) {
    const { body, preset, publicUrl, linkSecrets = [] } = config
    const [links] = linkSecrets.map((secret) => linksFor?.({ secret, publicUrl }))
    const createBody = ({ envelope, event }: TargetInput) =>
      fillTemplate(body, createPlaceholderValues(envelope, forms, links, event?.outcome), preset)
    const target = createJsonTarget({ ...config, isAccepted: preset.isAccepted, createBody }, clock)
    const showsCanary = listPlaceholders(body).some((name) => CANARY_PLACEHOLDERS.includes(name))
    return {
      ...target,
      deliver: async (input, signal) =>
        input.envelope.canary && !showsCanary
          ? { kind: 'skipped', detail: 'the receiver would mistake it for a lead' }
          : target.deliver(input, signal),
    }
  },
  preview: ({ body, preset }, { envelope }, forms) => ({
    json: JSON.stringify(fillTemplate(body, createPlaceholderValues(envelope, forms), preset), null, 2),
  }),
  findProblem: (config) => findPrivateUrlProblem('HTTP', config),
  // Without the placeholder, the receiver would mistake an outcome for another lead.
  findOutcomeProblem: ({ body }) =>
    listPlaceholders(body).includes('_outcome') ? undefined : 'HTTP_BODY does not contain {_outcome}',
  listFormProblems({ name, body, forms }, { forms: all, site }) {
    const fields = listAcceptedForms(forms, all).flatMap(listFormPlaceholders)
    const known = [...new Set([...fields, ...listGeneralPlaceholders(site)])]
    const unknown = new Set(listPlaceholders(body).filter((placeholder) => !known.includes(placeholder)))
    return [...unknown].map((placeholder) => {
      const suggestion = suggestName(placeholder, known)
      const hint = suggestion ? `Did you mean {${suggestion}}?` : `Placeholders: ${known.join(', ')}.`
      return `HTTP_BODY: no form of target ${name} has the field {${placeholder}}. ${hint}`
    })
  },
  findWarning({ forms, body, publicUrl, linkSecrets }, { forms: all }) {
    const fileFields = listAcceptedForms(forms, all).flatMap(listFileFields)
    const placeholders = listPlaceholders(body)
    const sendsFiles = fileFields.some(({ name }) =>
      [name, '_answers', '_values'].some((part) => placeholders.includes(part)),
    )
    if (!sendsFiles || (publicUrl && linkSecrets)) return undefined
    const missing = publicUrl ? 'RELAY_LINK_SECRET' : 'RELAY_PUBLIC_URL'
    return { about: 'links', detail: `${missing} is missing, so the target receives file names but no links` }
  },
}
