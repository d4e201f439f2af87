import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isCollection, listDefinitionMistakes } from '@northshelf/site/collections/check-own-collection.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import { ownCollections } from '@northshelf/site/collections/own.ts'
import { ownDrawings } from '@northshelf/site/drawings/own.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import { hasField } from '@northshelf/site/schema/has-field.ts'
import { ownSections } from '@northshelf/site/sections/own.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { locateDefaultExport, locateDefinition, readThrowingLine } from '../diagnostics/own-code.ts'
import type { FileTexts, Problem } from '../diagnostics/problem.ts'
import { isOwnCode, ownCodePaths, projectRoot } from '../packages.mjs'
import { createSourceProblem, listSourceProblems } from '../rules/own-code.ts'
import { locatePageProblem } from '../rules/page/problem.ts'
import { type Bundle, ensureBundle } from './bundle.mjs'
import { createHeaderRules } from './headers.ts'
import { listLanguageVersions, listPlannedPages, type PlannedPage } from './pages.ts'
import { createPageBuilder, loadDocumentModule } from './render-pages.ts'
import { renderTextFiles } from './text-files.ts'

const hasOwnCode = ownCodePaths.length > 0
const ownFile = (...names: string[]) => path.join(projectRoot, ...names)
const startOf = (file: string) => ({ file, line: 1, column: 1 })

/**
 * Renders the pages that use the project's own code, and returns its mistakes. Without own code, does nothing.
 * @param content undefined if it has errors; then no page is rendered
 * @param home folder to which the paths in problems are relative: the parent of the content folder
 */
export async function checkOwnCode(
  content: Content | undefined,
  texts: FileTexts,
  home: string,
  onCompile?: () => void,
): Promise<Problem[]> {
  if (!hasOwnCode) return []
  const incomplete = listIncompleteParts(home)
  if (incomplete.length > 0 || !content) return incomplete
  try {
    const bundle = await ensureBundle('components', onCompile)
    const broken = await listBrokenParts(bundle, home)
    return broken.length > 0 ? broken : await checkPages(bundle, content, texts, home)
  } catch (error) {
    const problems = listSourceProblems(error, home)
    if (problems.length === 0) throw error
    return problems
  }
}

async function checkPages(bundle: Bundle, content: Content, texts: FileTexts, home: string): Promise<Problem[]> {
  const build = await createPageBuilder({ bundle, site: createSiteView(content) })
  const routes = listRoutes(content)
  const problems: Problem[] = []
  for (const create of listPlannedPages(content, routes).values()) {
    try {
      const page = create()
      if (!findOwnPart(page)) continue
      const [{ problems: found, error } = { problems: [], error: undefined }] = await build([page])
      if (error) problems.push(...listPageErrors(error, page, home))
      const errors = found.filter(({ severity }) => severity !== 'warning')
      problems.push(...errors.flatMap((problem) => locatePageProblem(problem, page.path, page.file, texts) ?? []))
    } catch (error) {
      const found = listSourceProblems(error, home)
      if (found.length === 0) throw error
      problems.push(...found)
    }
  }
  // The same code is used for several pages and entries.
  const unique = new Map(problems.map((problem) => [`${problem.file}:${problem.line} ${problem.message}`, problem]))
  if (unique.size > 0) return [...unique.values()]
  renderTextFiles(listLanguageVersions(content))
  createHeaderRules(content)
  return []
}

/** Returns the problems that prevent a page from being rendered. @throws the error if own code did not cause it */
export function listPageErrors(error: unknown, page: PlannedPage, home?: string): Problem[] {
  const { message } = error as Error
  const related = [{ file: page.file, line: 1, column: 1, message: `the page ${page.path} uses this code` }]
  const found = listSourceProblems(error, home)
  if (found.length > 0) return found.map((problem) => ({ ...problem, related }))
  const part = findOwnPart(page)
  if (!part) throw new Error(`Page ${page.path} cannot be rendered`, { cause: error })
  // A component of the package has failed because of what it received from own code.
  const line = readThrowingLine(error)
  const reason = `a component of the package received invalid data: ${message}${line ? `, in \`${line}\`` : ''}`
  return [{ ...createSourceProblem('source/run', part, reason, home), related }]
}

/** Returns the part of own code that a page uses, the most likely cause of an error first. */
function findOwnPart({ file, view }: PlannedPage) {
  const folder = file.split('/')[1] ?? ''
  for (const [name, exports] of Object.entries(ownCollections))
    if (Object.values(exports).some((value) => isCollection(value) && folder in value.folders))
      return locateDefinition(ownFile('collections', `${name}.ts`), 'view')
  const type = view.sections.map((section) => section.type).find((name) => name in ownSections)
  if (type) return locateDefaultExport(findComponent('sections', type))
  const data = JSON.stringify(view.sections)
  const kind = Object.keys(ownDrawings).find((name) => data.includes(`"kind":${JSON.stringify(name)}`))
  return kind === undefined ? undefined : locateDefaultExport(findComponent('drawings', kind))
}

function findComponent(folder: string, name: string): string {
  const files = [`${name}.tsx`, `${name}.live.tsx`].map((file) => ownFile(folder, name, file))
  return files.find((file) => existsSync(file)) ?? (files[0] as string)
}

/** Lists the parts that lack a file or an export, and the collections with a wrong definition. */
export function listIncompleteParts(home?: string): Problem[] {
  const report = (file: string, message: string) =>
    createSourceProblem('source/incomplete', startOf(file), message, home)
  const folders = (['sections', 'drawings'] as const).flatMap((folder) =>
    listFolders(folder).flatMap((name) => {
      const schema = ownFile(folder, name, 'schema.ts')
      const component = findComponent(folder, name)
      const exports = (folder === 'sections' ? ownSections : ownDrawings) as Record<string, Record<string, unknown>>
      const required = folder === 'sections' ? ['schema'] : ['schema', 'drawMotif']
      const isUsable = (variable: string) => {
        const value = exports[name]?.[variable]
        if (variable !== 'schema') return typeof value === 'function'
        return hasField(value, folder === 'sections' ? 'type' : 'kind', name)
      }
      const needs = (variable: string) =>
        variable === 'schema'
          ? `\`schema\`, a Zod object with \`${folder === 'sections' ? 'type' : 'kind'}: z.literal('${name}')\``
          : `the function \`${variable}\``
      const missing = required.filter((variable) => !isUsable(variable))
      return [
        ...(existsSync(schema) ? [] : [report(schema, `the folder ${folder}/${name} needs this file`)]),
        ...(existsSync(component) ? [] : [report(component, `the folder ${folder}/${name} needs this file`)]),
        ...(existsSync(schema)
          ? missing.map((variable) => report(schema, `this file must export ${needs(variable)}`))
          : []),
      ]
    }),
  )
  const collections = Object.entries(ownCollections).flatMap(([name, exports]) => {
    const file = ownFile('collections', `${name}.ts`)
    const own = Object.values(exports).filter(isCollection)
    if (own.length === 0) return [report(file, 'this file must export a collection made by `defineCollection`')]
    return own.flatMap(listDefinitionMistakes).map(({ property, value, message }) => {
      return createSourceProblem('source/incomplete', locateDefinition(file, property, value), message, home)
    })
  })
  return [...folders, ...collections]
}

function listFolders(name: string): string[] {
  if (!existsSync(ownFile(name))) return []
  const entries = readdirSync(ownFile(name), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Lists the components that cannot be loaded or have no default export. */
export async function listBrokenParts(bundle: Bundle, home?: string): Promise<Problem[]> {
  if (!hasOwnCode) return []
  const { listBrokenComponents } = await loadDocumentModule(bundle)
  return (await listBrokenComponents()).flatMap(({ file, error }) => {
    const position = startOf(ownFile(file))
    if (!error)
      return [createSourceProblem('source/incomplete', position, 'this file must export a component as default', home)]
    const found = listSourceProblems(error, home)
    return found.length > 0 ? found : [createSourceProblem('source/run', position, (error as Error).message, home)]
  })
}

/** Returns the texts of content files and of the project's own code, for excerpts in messages. */
export function withOwnCode(texts: FileTexts, home: string): FileTexts {
  const readOwn = (file: string) => {
    const source = path.join(home, file)
    return isOwnCode(source) && existsSync(source) ? readFileSync(source, 'utf8') : undefined
  }
  return { get: (file) => texts.get(file) ?? readOwn(file), keys: () => texts.keys() }
}
