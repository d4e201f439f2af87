import { factsSchema } from '@northshelf/site/entries/facts.ts'
import { siteSchema } from '@northshelf/site/entries/site.ts'
import { downloadTypes } from '../../content/documents.ts'
import { type EntryType, entryTypes } from '../entry-types.ts'
import { toJsonSchema } from './json-schema.ts'
import { describeLimits } from './limits.ts'
import {
  findDiscriminator,
  getDefinitionName,
  getValueSchema,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from './node.ts'

/** Generates content/README.md, which lists every file's fields, based on the schemas. */
export function renderFieldTables(): string {
  const roots = [...entryTypes].map(([name, kind]) => ({ name, ...kind, root: toJsonSchema(kind.collection.schema) }))
  const whole = toJsonSchema(siteSchema)
  const definitions: Record<string, SchemaNode> = Object.fromEntries(
    [whole, ...roots.map(({ root }) => root)].flatMap((root) => Object.entries(root.definitions ?? {})),
  )
  return `# Content

This folder contains everything that visitors read. File names become addresses, so use lower-case letters, digits and single dashes. \`npm run site -- schema\` generates these tables from the schemas; do not edit them here.

- \`npm run site -- new <type> <name>\` creates a file with every field explained; \`npm run site -- check\` finds mistakes in all files.
- \`images\` contains images. \`files\` contains downloads, served at \`/files/<name>\`: ${Object.keys(downloadTypes).join(', ')}.
- In VS Code, \`npm run site -- schema\` sets up completion of fields, choices and names: in YAML files with the extension that \`.vscode\` recommends, in front matter as snippets (Ctrl+Space).
- Text can contain any fact from \`facts.yaml\` as \`{name}\`, and also \`{brand}\`, \`{email}\` and, on a line of its own, \`{measurement-table}\`.
- Fields are plain text. Fields with *inline Markdown* in their limits support links and emphasis: \`[words](/address)\`, \`**strong**\`, \`*emphasis*\`. Their limits apply only to the visible text. The text below the fields of a \`.md\` file (articles, positions and text pages) supports all of Markdown, including captions (\`![What it shows](../images/name.jpg "Caption")\`), callouts (a quote that starts with \`[!NOTE]\`, \`[!TIP]\`, \`[!IMPORTANT]\`, \`[!WARNING]\` or \`[!CAUTION]\`) and colored code (a language after the three backticks). In both, put a backslash before a special character to show it as is.
- **Bold** fields are required. \`[]\` means each item of a list.

${roots.map(kindSection).join('\n')}
## site.yaml

${table(whole, whole)}
## facts.yaml

Each line is \`name: value\`; names are in lower case with dashes. Values have ${describeLimits(toJsonSchema(factsSchema).additionalProperties as SchemaNode)}.

## redirects.yaml

Optional. Each line is a permanent redirect, \`/old-address: /new-address\`: to a page, to an anchor (\`/about#team\`) or to an https:// address.

## published.yaml

Optional. A list of every address ever published; \`site build --record\` adds new ones.

# Groups of fields

Several types of files share these groups.

${Object.keys(definitions)
  .sort()
  .map((name) => `## ${name}\n\n${shapes(definitions[name] ?? {}, { definitions })}`)
  .join('\n')}`
}

function kindSection({ name, collection, folder, root }: EntryType & { name: string; root: SchemaNode }): string {
  const { extension } = collection
  const body = extension === '.md' ? ' Front matter, then text in Markdown.' : ''
  return `## ${name}\n\n\`${folder}/*${extension}\`, \`site new ${name} <name>\`.${body}\n\n${shapes(root, root)}`
}

/** Returns a table of fields. For a schema with variants, returns a table of the shared fields and one per variant. */
function shapes(node: SchemaNode, root: SchemaNode): string {
  const options = listVariants(node, root)
  if (options.length === 0) return table(node, root)
  const name = findDiscriminator(options) ?? ''
  const [first] = options
  const having = (key: string) => options.filter((option) => option.properties?.[key])
  const same = (key: string) => (option: SchemaNode) =>
    JSON.stringify(option.properties?.[key]) === JSON.stringify(first?.properties?.[key]) &&
    option.required?.includes(key) === first?.required?.includes(key)
  const shared = Object.keys(first?.properties ?? {}).filter(
    (key) => key !== name && having(key).every(same(key)) && having(key).length > options.length / 2,
  )
  const only = (option: SchemaNode, keep: (key: string) => boolean): SchemaNode => ({
    ...option,
    properties: Object.fromEntries(Object.entries(option.properties ?? {}).filter(([key]) => keep(key))),
  })
  const isShared = (key: string) => shared.includes(key)
  const common = first && shared.length > 0 ? `${table(only(first, isShared), root)}\n` : ''
  const variants = options.map((option) => {
    const values = listAllowedValues(option.properties?.[name]).map((value) => `\`${value}\``)
    const about = option.properties?.[name]?.description ?? option.description
    const own = only(option, (key) => key !== name && !isShared(key))
    const rest = Object.keys(own.properties ?? {}).length > 0 ? `\n${table(own, root)}` : ''
    const missing = shared.filter((key) => !option.properties?.[key]).map((key) => `, no \`${key}\``)
    return `**\`${name}\`: ${values.join(', ')}**${about ? `: ${about}` : ''}${missing.join('')}\n${rest}`
  })
  return common + variants.join('\n')
}

function table(node: SchemaNode, root: SchemaNode): string {
  return `| field | description | limits |\n|---|---|---|\n${rows(node, root, '').join('')}`
}

function rows(node: SchemaNode, root: SchemaNode, prefix: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const must = node.required?.includes(name) ?? false
    const full = `\`${prefix}${name}\``
    const resolved = resolveReference(child, root)
    const items = resolved.items
    const each = getValueSchema(resolved)
    const named = getDefinitionName(child) ?? (items && getDefinitionName(items)) ?? (each && getDefinitionName(each))
    const limits = [
      describeLimits(resolved),
      named ? `[${named}](#${named.toLowerCase()})` : '',
      items && !named ? describeLimits(items) && `each ${describeLimits(items)}` : '',
      resolved.default === undefined || typeof resolved.default === 'object' ? '' : `default \`${resolved.default}\``,
    ]
    const cells = [must ? `**${full}**` : full, resolved.description ?? '', limits.filter(Boolean).join('; ')]
    const row = `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |\n`
    if (named) return [row]
    const variants = items ? (items.anyOf ?? [items]) : []
    const inner = [
      ...rows(resolved, root, `${prefix}${name}.`),
      ...variants.flatMap((option) => rows(resolveReference(option, root), root, `${prefix}${name}[].`)),
      ...(each ? rows(resolveReference(each, root), root, `${prefix}${name}.*.`) : []),
    ]
    return [row, ...new Set(inner)]
  })
}
