import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { actionSchema } from '../../schema/action.ts'
import { heading, intro } from '../../schema/blocks.ts'
import { createServiceCard } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('services').describe('All services, by group'),
  heading,
  text: intro,
  look: z.enum(['ledger', 'cards']).default('ledger').describe('ledger: services as lines; cards: services as cards'),
  more: actionSchema.optional().describe('Link to all services'),
})

export function resolve(section: z.infer<typeof schema>, { site, services }: PageContent) {
  const groups = site.serviceGroups.map((group) => ({
    ...group,
    services: services.filter((entry) => entry.group === group.id && !entry.unlisted).map(createServiceCard),
  }))
  return { ...section, groups: groups.filter((group) => group.services.length > 0) }
}
