import { breakMentions, type Preset } from './preset.ts'

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack: Preset = {
  url: 'https://hooks.slack.com/services/T…/B…/…',
  path: /^\/services\/\w+\/\w+\/\w+$/,
  body: { text: '*{_subject}*\n{_answers}' },
  // Otherwise, Slack would open the links to files, which allow few downloads.
  common: { unfurl_links: false, unfurl_media: false },
  // Slack uses these characters for mentions (<!channel>) and links (<https://evil.example|bank.example>):
  // https://docs.slack.dev/messaging/formatting-message-text#escaping
  // In blocks, it also finds mentions without them: https://docs.slack.dev/reference/block-kit/composition-objects/text-object
  escape: (text) => breakMentions(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  // Limit of a message: https://docs.slack.dev/reference/methods/chat.postMessage#truncating
  // Limits of texts in blocks: https://docs.slack.dev/reference/block-kit/blocks/section-block
  limitOf: (path) => (path.length === 1 ? 40_000 : path.includes('fields') ? 2000 : 3000),
  textOnly: true,
}
