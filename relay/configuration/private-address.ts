import { RequestFilteringHttpAgent } from 'request-filtering-agent'

/** Milliseconds for the look-up of a name. */
const PATIENCE = 2000

/**
 * The host of an address, when a post to it would be refused because it lies in a private network: by the same
 * judgement as when it is sent. Undefined when it would not be, or when the name is not known from here.
 */
export function privateHost(url: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const socket = new RequestFilteringHttpAgent().createConnection({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    })
    const end = (error?: Error | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(/ is not allowed\b/.test(error?.message ?? '') ? hostname : undefined)
    }
    const timer = setTimeout(end, PATIENCE)
    // Before anything is connected. An address that is none of a name is not looked up.
    socket.once('lookup', end)
    socket.once('connect', () => end())
    socket.on('error', end)
  })
}
