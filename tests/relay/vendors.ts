import type http from 'node:http'
import { z } from 'zod'
import type { presets } from '../../relay/targets/presets/list.ts'
import { createHookReceiver, type ReceivedCall } from './hook-receiver.ts'

interface Vendor {
  /** Path of the operator's URL. */
  path: string
  /** Headers that the operator sets. */
  headers?: string
  /** Body that the operator sets. */
  body?: string
  /** The request body that the service documents. Rejects unknown keys. */
  schema: z.ZodType
  accept(response: http.ServerResponse): void
  /** Status for a body that does not match the schema. */
  refusal: number
}

/** A text whose length is counted in UTF-16 code units, the strictest way to count. */
const text = (limit: number) => z.string().min(1).max(limit)

const slackText = (limit: number) => z.strictObject({ type: z.enum(['mrkdwn', 'plain_text']), text: text(limit) })
const slackSection = z.strictObject({
  type: z.literal('section'),
  text: slackText(3000).optional(),
  fields: z.array(slackText(2000)).max(10).optional(),
})
const slack: Vendor = {
  path: '/services/T000/B000/xoxSecret',
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  schema: z.strictObject({
    text: text(40_000),
    blocks: z.array(slackSection).optional(),
    unfurl_links: z.boolean(),
    unfurl_media: z.boolean(),
  }),
  accept: (response) => response.writeHead(200).end('ok'),
  refusal: 400,
}

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: text(28_000),
  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  wrap: z.boolean().optional(),
})
const richTextBlock = z.strictObject({
  type: z.literal('RichTextBlock'),
  inlines: z.array(z.strictObject({ type: z.literal('TextRun'), text: text(28_000) })).min(1),
})
const teams: Vendor = {
  path: '/workflows/ab12/triggers/manual/paths/invoke?api-version=2016-06-01&sig=Secret',
  // https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook and https://adaptivecards.io/explorer
  schema: z.strictObject({
    type: z.literal('message'),
    attachments: z.tuple([
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.strictObject({
          $schema: z.url(),
          type: z.literal('AdaptiveCard'),
          version: z.string().regex(/^1\.[0-5]$/),
          body: z.array(z.discriminatedUnion('type', [textBlock, richTextBlock])).min(1),
        }),
      }),
    ]),
  }),
  accept: (response) => response.writeHead(202).end(),
  refusal: 400,
}

const discord: Vendor = {
  path: '/api/webhooks/123456/Secret-token_1',
  // https://docs.discord.com/developers/resources/webhook#execute-webhook
  schema: z.strictObject({
    content: text(2000),
    allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])).max(3) }),
    flags: z.literal(4),
  }),
  accept: (response) => response.writeHead(204).end(),
  refusal: 400,
}

const hubspot: Vendor = {
  path: '/submissions/v3/integration/submit/123456/1b2c3d4e-0000-4000-8000-000000000000',
  body: JSON.stringify({
    fields: [
      { objectTypeId: '0-1', name: 'email', value: '{email}' },
      { objectTypeId: '0-1', name: 'firstname', value: '{name}' },
      { objectTypeId: '0-1', name: 'phone', value: '{phone}' },
      { objectTypeId: '0-1', name: 'channels', value: '{currentChannels}' },
      { objectTypeId: '0-1', name: 'revenue', value: '{monthlyRevenue}' },
    ],
    context: { pageUri: '{_site}{_page}', pageName: '{_title}' },
  }),
  // https://developers.hubspot.com/docs/api-reference/legacy/marketing/forms/v3-legacy/submit-data-unauthenticated
  schema: z.strictObject({
    fields: z
      .array(z.strictObject({ objectTypeId: z.string().regex(/^\d-\d+$/), name: text(100), value: text(65_536) }))
      .min(1)
      .max(1000)
      .refine((fields) => fields.some(({ name, value }) => name === 'email' && value.includes('@')), 'needs an email'),
    context: z.strictObject({ pageUri: z.url(), pageName: text(1000) }),
  }),
  accept: (response) => response.writeHead(200).end('{"inlineMessage":"Thanks"}'),
  refusal: 400,
}

const airtable: Vendor = {
  path: '/v0/appAbc123/Leads',
  headers: 'Authorization: Bearer patSecret.0',
  // https://airtable.com/developers/web/api/create-records
  schema: z.strictObject({
    fields: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    typecast: z.literal(true),
  }),
  accept: (response) => response.writeHead(200).end('{"id":"rec1"}'),
  refusal: 422,
}

const googleSheets: Vendor = {
  path: '/macros/s/AKfySecret_1/exec',
  schema: z.strictObject({
    id: z.uuid(),
    received: z.iso.datetime(),
    form: text(100),
    values: z.record(z.string(), z.unknown()),
  }),
  // https://developers.google.com/apps-script/guides/content#redirects
  accept: (response) =>
    response.writeHead(302, { location: 'https://script.googleusercontent.com/macros/echo?user_content_key=x' }).end(),
  // Google answers with a page if the script throws.
  refusal: 200,
}

export type VendorName = keyof typeof presets

export const vendors: Record<VendorName, Vendor> = {
  ...{ slack, teams, discord, hubspot, airtable },
  'google-sheets': googleSheets,
}

/**
 * Starts a server that accepts and refuses requests like a service.
 * @returns the settings of an operator who uses the service, and the accepted bodies
 */
export async function createVendor(preset: VendorName) {
  const vendor = vendors[preset]
  const accepted: unknown[] = []
  const refused: string[] = []
  const fault = ({ method, path, headers, body }: ReceivedCall): string | undefined => {
    if (method !== 'POST' || path !== vendor.path) return `${method} ${path}`
    if (headers['content-type'] !== 'application/json') return `type ${headers['content-type']}`
    if (vendor.headers && vendor.headers !== `Authorization: ${headers.authorization}`) return 'no authorization'
    if (preset === 'teams' && Buffer.byteLength(body) > 28 * 1024) return 'too large'
    return vendor.schema.safeParse(JSON.parse(body)).error?.message
  }
  const { url, calls, close } = await createHookReceiver((response, call) => {
    const problem = fault(call)
    if (problem !== undefined) {
      refused.push(problem)
      response.writeHead(vendor.refusal).end(`<p>${problem}</p>`)
      return
    }
    accepted.push(JSON.parse(call.body))
    vendor.accept(response)
  })
  const env: NodeJS.ProcessEnv = {
    RELAY_TARGETS: 'http',
    HTTP_PRESET: preset,
    HTTP_URL: new URL(url).origin + vendor.path,
    HTTP_ALLOW_PRIVATE: 'true',
    ...(vendor.headers ? { HTTP_HEADERS: vendor.headers } : {}),
    ...(vendor.body ? { HTTP_BODY: vendor.body } : {}),
  }
  return { env, accepted, refused, calls, close }
}
