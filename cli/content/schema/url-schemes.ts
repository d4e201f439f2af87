import { urlSchemes } from '@northshelf/site/schema/text.ts'
import { findNearestWord, findSafeCorrection } from '../../diagnostics/suggest.ts'

/** Writes the scheme of an address in lower case: `HTTPS://Example.com` becomes `https://Example.com`. */
export function lowerScheme(address: string): string {
  return address.replace(/^[A-Za-z]+:/, (scheme) => scheme.toLowerCase())
}

/** Describes why no browser can parse an address. */
export function describeInvalidUrl(address: string): { message: string; help: string } {
  const [, host = '', port = ''] =
    /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}([^/\\?#]*?)(?::(\d+))?(?:[/\\?#]|$)/i.exec(address) ?? []
  if (Number(port) > 65_535)
    return {
      message: `no browser can open this address: the port ${port} is greater than 65535`,
      help: 'Correct the port, or remove it.',
    }
  const reason = host ? `: "${host}" is not a valid host name` : ''
  const help = 'Copy the address from the address bar of a browser.'
  return { message: `no browser can open this address${reason}`, help }
}

/** Describes a scheme that is not allowed; `meant` is the intended address if that is unambiguous. */
export function describeInvalidScheme(address: string): { message: string; help: string; meant?: string } | undefined {
  if (address.startsWith('//')) {
    const meant = `https:${address}`
    return { message: 'this address starts with // instead of https://', help: `Write ${meant}.`, meant }
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  if (scheme === undefined || (urlSchemes as readonly string[]).includes(scheme)) return undefined
  const lower = lowerScheme(address)
  if ((urlSchemes as readonly string[]).includes(scheme.toLowerCase()))
    return { message: `"${scheme}:" must be in lower case`, help: `Write ${lower}.`, meant: lower }
  const message = `links with "${scheme}:" are not allowed`
  const others = urlSchemes.filter((name) => name !== 'http')
  const near = findNearestWord(scheme, others)
  if (!near) return { message, help: `Links start with ${urlSchemes.map((name) => `${name}:`).join(', ')} or a slash.` }
  const meant = near + address.slice(scheme.length)
  return { message, help: `Did you mean ${meant}?`, ...(findSafeCorrection(scheme, others) && { meant }) }
}
