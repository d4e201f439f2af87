import type { Content } from '@northshelf/site/collections/content.ts'
import { checkXml } from '../rules/page/check-xml.ts'
import { createLiteralMarkTest } from '../rules/page/literal-marks.ts'
import { createPageChecker, findDuplicateMetadata } from '../rules/page/rules.ts'
import type { BuiltSite } from './built-site.ts'
import type { AuditOutcome, Finding } from './finding.ts'
import { loadTools } from './tools.ts'

/** Disables rules about code style, which the renderer determines, and rules that another check covers better. */
const rules = {
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'doctype-style': 'off',
  'void-style': 'off',
  // The footer uses CSS to prevent line breaks in phone numbers.
  'tel-non-breaking': 'off',
  // The header contains two menus but shows only one; axe checks the visible landmarks.
  'unique-landmark': 'off',
  'require-sri': ['error', { target: 'crossorigin' }],
  'valid-id': ['error', { relaxed: true }],
  'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
  'aria-label-misuse': ['error', { allowAnyNamable: true }],
} as const

/**
 * Validates the HTML and visible text of pages.
 * @param content content in which suspicious text may be intentional; undefined if it is unavailable
 */
export async function auditHtml(
  site: BuiltSite,
  pages: readonly string[],
  content: Content | undefined,
  onPage: (page: string, done: number) => void,
): Promise<AuditOutcome> {
  const { HtmlValidate, StaticConfigLoader } = await (await loadTools()).tools.htmlValidate()
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ['html-validate:recommended', 'html-validate:document'],
      elements: ['html5'],
      rules: structuredClone(rules) as never,
    }),
  )
  const checkPage = createPageChecker()
  const isLiteral = createLiteralMarkTest(content)
  const findings: Finding[] = [
    ...findDuplicateMetadata(new Map(pages.map((page) => [page, site.html(page)]))),
    ...site.xml.flatMap(({ file, text }) => checkXml(file, text).map((problem) => ({ page: '*', ...problem }))),
  ].map(({ page, rule, message }) => ({ page, rule, message }))
  for (const [index, page] of [...pages, ...site.notFoundPages].entries()) {
    onPage(page, index)
    const html = site.html(page)
    for (const problem of checkPage(html)) {
      const { rule, message } = problem
      if (!isLiteral(problem)) findings.push({ page, rule, message })
    }
    const { results } = await validator.validateString(html, page)
    for (const { ruleId, message, offset, selector } of results.flatMap((result) => result.messages)) {
      const tag = /^<[^>]*>?/.exec(html.slice(Math.max(0, html.lastIndexOf('<', offset))))?.[0] ?? ''
      // A fieldset with this role only disables the fields of a question that is not asked.
      if (ruleId === 'wcag/h71' && tag.includes('role="none"')) continue
      const text = `${message}: ${selector ?? ''} ${tag.replace(/\s+/g, ' ').slice(0, 120)}`.trim()
      findings.push({ page, rule: `html/${ruleId}`, message: text })
    }
  }
  return { findings }
}
