import { breakLinks, type Preset } from './preset.ts'

/** https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook */
export const teams: Preset = {
  url: 'https://….logic.azure.com/workflows/…/triggers/manual/paths/invoke?…',
  path: /\/workflows\/[^/]+\/triggers\/\w+\/paths\/invoke$/,
  body: {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: '{_subject}', weight: 'Bolder', wrap: true },
            // Unlike a TextBlock, a TextRun has no Markdown:
            // https://adaptivecards.io/explorer/TextRun.html
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: '{_answers}' }] },
          ],
        },
      },
    ],
  },
  // Mentions need an `entities` property, so text cannot contain any:
  // https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format
  escape: breakLinks,
  // A message may have about 28 KB: https://learn.microsoft.com/connectors/teams/#known-issues-and-limitations-with-actions
  // A character may take three bytes.
  limitOf: () => 6000,
  textOnly: true,
}
