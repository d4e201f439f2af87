import { TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import { listSourceParameters, MAX_SOURCE_LENGTH, shortenAddress } from '@northshelf/site/forms/sources.ts'
import type { Request } from 'express'
import { removeControlCharacters } from '../clean-text.ts'
import type { Config } from '../config.ts'
import type { SiteForms } from '../site-forms.ts'
import type { VisitSource } from '../store/store.ts'
import { getReferringUrl, isRelayPage } from './access.ts'

/** The transport fields that state where a visitor came from. */
export type SourceFields = Partial<Record<string, string>>

/**
 * Returns the transport fields of a request that state where its visitor came from; empty if the site does not record
 * it. Without JavaScript, a form does not contain the page, so it is the referring page.
 */
export function readSourceFields(
  req: Request,
  getText: (name: string) => string | undefined,
  config: Pick<Config, 'origins'>,
  site: SiteForms['site'],
): SourceFields {
  const parameters = listSourceParameters(site.sources)
  if (!parameters) return {}
  const referring = getReferringUrl(req, config)
  const isForm = referring && !isRelayPage(referring.pathname)
  const { page, landing, referrer } = TRANSPORT_FIELDS
  const fields = {
    [page]: getText(page) ?? (isForm ? shortenAddress(referring, parameters) : undefined),
    [landing]: getText(landing),
    [referrer]: getText(referrer),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text !== undefined && text.length <= MAX_SOURCE_LENGTH),
  )
}

/** Returns where the visitor of a request came from: only valid addresses and the parameters that the site records. */
export function readVisitSource(
  req: Request,
  getText: (name: string) => string | undefined,
  config: Pick<Config, 'origins'>,
  site: SiteForms['site'],
): VisitSource | undefined {
  const fields = readSourceFields(req, getText, config, site)
  const page = parsePath(fields[TRANSPORT_FIELDS.page])
  const landing = parsePath(fields[TRANSPORT_FIELDS.landing])
  const referrer = parseReferrer(fields[TRANSPORT_FIELDS.referrer])
  const names = listSourceParameters(site.sources) ?? []
  const parameters = [landing, page]
    .map((url) => names.map((name) => [name, cleanParameter(url?.searchParams.get(name))]).filter(([, text]) => text))
    .find(({ length }) => length > 0)
  const source = {
    ...(page && { page: page.pathname }),
    ...(landing && { landing: landing.pathname }),
    ...(referrer && { referrer }),
    ...(parameters && { parameters: Object.fromEntries(parameters) }),
  }
  return Object.keys(source).length > 0 ? source : undefined
}

/** Parses the path and query of a page of the site. Returns undefined for an address of another site. */
function parsePath(text: string | undefined): URL | undefined {
  const base = 'https://site.invalid'
  if (!text?.startsWith('/') || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return url.origin === base ? url : undefined
}

/** Returns the address of a web page, or of an Android app, without parameters. */
function parseReferrer(text: string | undefined): string | undefined {
  if (!text || !/^(?:https?|android-app):\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname}`
}

function cleanParameter(text: string | null | undefined): string {
  return removeControlCharacters(text ?? '').trim()
}
