import type { Request, Response } from 'express'
import type { EmbeddedRelay } from './index.d.ts'
import { loadConfig } from './load-config.ts'
import { openRelay } from './open-relay.ts'

/** Matches the paths of requests that the relay answers. */
const RELAY_PATHS = /^\/(?:functions\/v1|thanks|attachments)\//

/**
 * Starts a relay inside another app, which receives the requests. Use the middleware before any that reads bodies, such
 * as `express.json()`.
 * @param settings the settings of the command `relay`, by name; those that concern its own server have no effect
 * @throws ConfigError listing all invalid settings; SpoolInUse if another relay uses the spool
 */
export async function createRelay(settings: Readonly<NodeJS.ProcessEnv> = process.env): Promise<EmbeddedRelay> {
  const { config, loadForms } = loadConfig(settings)
  const relay = await openRelay({ config, forms: loadForms() })
  relay.start()
  return {
    handler: (req: Request, res: Response, next) => (RELAY_PATHS.test(req.path) ? relay.app(req, res, next) : next()),
    close: () => relay.close(async () => {}),
  }
}
