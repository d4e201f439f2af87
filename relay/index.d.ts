import type { IncomingMessage, ServerResponse } from 'node:http'

/** A relay that another app serves. */
export interface EmbeddedRelay {
  /** Middleware for Express. Passes requests for other paths on. Use it before any middleware that reads bodies. */
  handler(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void
  /**
   * Waits for submissions and sends in progress; other deliveries stay in the spool. Call it once the app's server has
   * stopped accepting requests.
   */
  close(): Promise<void>
}

/**
 * Starts a relay.
 * @param settings settings of the command `relay`, by name, such as `RELAY_FORMS`; the environment by default. Settings
 * of its own server, such as `RELAY_BIND`, have no effect
 * @throws an error that lists all invalid settings, or an error if another relay uses the spool
 */
export function createRelay(settings?: Readonly<Record<string, string | undefined>>): Promise<EmbeddedRelay>
