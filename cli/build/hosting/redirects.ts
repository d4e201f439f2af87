import { RELAY_PATHS } from './relay-way.ts'

/**
 * `_redirects`: posts are passed on by the host. Netlify does that; Cloudflare Pages passes on to no other name.
 * An address with a slash at its end both lead to the one without by themselves.
 * @param upstream where the relay is
 */
export function redirectsFile(upstream: string): string {
  return RELAY_PATHS.map((path) => `${path}/* ${new URL(path, upstream)}/:splat 200\n`).join('')
}
