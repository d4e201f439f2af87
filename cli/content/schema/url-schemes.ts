import { urlSchemes } from '@northshelf/site/schema/text.ts'
import { findNearestWord, findSafeCorrection } from '../../diagnostics/suggest.ts'

/** Describes a scheme that is not allowed; `meant` is the intended address if that is unambiguous. */
export function describeInvalidScheme(address: string): { message: string; help: string; meant?: string } | undefined {
  if (address.startsWith('//')) {
    const meant = `https:${address}`
    return { message: 'this address starts with // instead of https://', help: `Write ${meant}.`, meant }
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address) ?? []
  if (scheme === undefined || (urlSchemes as readonly string[]).includes(scheme)) return undefined
  const message = `links with "${scheme}:" are not allowed`
  const others = urlSchemes.filter((name) => name !== 'http')
  const near = findNearestWord(scheme, others)
  if (!near) return { message, help: `Links start with ${urlSchemes.map((name) => `${name}:`).join(', ')} or a slash.` }
  const meant = near + address.slice(scheme.length)
  return { message, help: `Did you mean ${meant}?`, ...(findSafeCorrection(scheme, others) && { meant }) }
}
