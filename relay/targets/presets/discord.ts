import { breakLinks, breakMentions, type Preset } from './preset.ts'

/** Limits of texts by key: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const LIMITS = new Map(Object.entries({ content: 2000, title: 256, description: 4096, name: 256, value: 1024 }))

/** https://docs.discord.com/developers/resources/webhook#execute-webhook */
export const discord: Preset = {
  url: 'https://discord.com/api/webhooks/…/…',
  path: /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/,
  body: { content: '**{_subject}**\n{_answers}' },
  // Notifies nobody: https://docs.discord.com/developers/resources/message#allowed-mentions-object
  // Suppresses previews of links: https://docs.discord.com/developers/resources/message#message-object-message-flags
  common: { allowed_mentions: { parse: [] }, flags: 4 },
  // All other mentions begin with `<`: https://docs.discord.com/developers/reference#message-formatting
  escape: (text) => breakMentions(breakLinks(text)).replaceAll('<', '<\u200B'),
  limitOf: (path) => LIMITS.get(path.at(-1) ?? ''),
  textOnly: true,
}
