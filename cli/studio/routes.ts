import type { StudioRoutes } from './app.ts'
import { createLeadsRoutes } from './leads.ts'
import { createPublisher } from './publish/publisher.ts'
import { createPublishingRoutes } from './publish/routes.tsx'
import { startStudioSite } from './site/serve-site.ts'
import type { Studio } from './studio.ts'

/** Creates the parts of a studio that answer requests of people who are signed in. Continues interrupted publications. */
export async function createStudioRoutes(studio: Studio): Promise<StudioRoutes> {
  const { router: site, close } = await startStudioSite(studio)
  const publisher = createPublisher(studio)
  publisher.start()
  return { publishing: createPublishingRoutes(studio, publisher), leads: createLeadsRoutes(studio), site, close }
}
