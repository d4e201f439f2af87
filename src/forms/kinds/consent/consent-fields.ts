import { type InlineNode, parseInlineMarkdown } from '../../../schema/inline-markdown.ts'
import { resolveUrl } from '../../../schema/parse-url.ts'
import type { Contract } from '../../contract.ts'
import { listFields } from '../../fields.ts'
import type { ConsentField, ShownConsentField } from './schema.ts'
import { getConsentVersion } from './version.ts'

export function listConsentFields(contract: Contract): ConsentField[] {
  return listFields(contract).filter((field): field is ConsentField => field.kind === 'consent')
}

/** Lists the consent fields whose consents visitors confirm by email. */
export function listConfirmableFields(contract: Contract): ConsentField[] {
  return listConsentFields(contract).filter(({ confirm }) => confirm === 'email')
}

/**
 * Returns the contract as `FormView` needs it.
 * @param base URL of the page that the links in texts are relative to; by default, they stay relative
 */
export function prepareConsentFields(contract: Contract, base?: string): Contract {
  const groups = contract.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => (field.kind === 'consent' ? toShownField(field, base) : field)),
  }))
  return { ...contract, groups }
}

function toShownField(field: ConsentField, base?: string): ShownConsentField {
  return { ...field, version: getConsentVersion(field), text: toHtml(parseInlineMarkdown(field.text), base) }
}

const TAGS = { link: 'a', strong: 'strong', emphasis: 'em' }

function toHtml(nodes: readonly InlineNode[], base?: string): string {
  return nodes
    .map((node) => {
      if ('value' in node) return escapeHtml(node.value)
      const tag = TAGS[node.type]
      const url = 'url' in node ? ` href="${escapeHtml(base ? resolveUrl(node.url, base) : node.url)}"` : ''
      return `<${tag}${url}>${toHtml(node.children, base)}</${tag}>`
    })
    .join('')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
