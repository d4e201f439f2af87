import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { singleFileDefinitions } from '@northshelf/site/collections/single-files.ts'
import type { z } from 'zod'
import { exitCodes, Failure } from '../../diagnostics/failure.ts'
import { entryTypes } from '../new/entry-types.ts'
import { toJsonSchema } from './json-schema.ts'
import { adaptForEditors, type KnownNames } from './known-names.ts'
import { createFieldSnippets } from './snippets.ts'

export interface EditorFile {
  /** Path relative to the parent of the content folder. */
  file: string
  text: string
}

const SCHEMAS = '.vscode/schemas'
const SNIPPETS = '.vscode/front-matter.code-snippets'
const EXTENSION = 'redhat.vscode-yaml'

/**
 * Returns VS Code settings, and JSON Schemas that list the slugs of existing entries. `home` is the parent of the
 * content folder.
 */
export function createEditorFiles(home: string, content: string, slugs: KnownNames): EditorFile[] {
  const schemaOf = (name: string, pattern: string, schema: z.ZodType) => ({
    name,
    pattern,
    schema: toJsonSchema(schema),
  })
  const schemas = [
    // Include the extension of Markdown files, because a folder may contain both YAML and Markdown files.
    ...[...entryTypes.values()].map(({ folder, collection: { extension, schema } }) =>
      schemaOf(extension === '.yaml' ? folder : folder + extension, `${folder}/*${extension}`, schema),
    ),
    ...Object.entries(singleFileDefinitions).map(([name, { schema }]) => schemaOf(name, `${name}.yaml`, schema)),
  ]
  // The YAML extension ignores Markdown files, so generate snippets for them.
  const snippets = schemas
    .filter(({ pattern }) => pattern.endsWith('.md'))
    .flatMap(({ name, pattern, schema }) =>
      createFieldSnippets(schema, slugs, `**/${content}/${pattern}`).map((snippet) => [
        `${name} ${snippet.prefix}`,
        snippet,
      ]),
    )
  const settings = readJson(path.join(home, '.vscode', 'settings.json'))
  const extensions = readJson(path.join(home, '.vscode', 'extensions.json'))
  const recommended = Array.isArray(extensions.recommendations) ? extensions.recommendations : []
  return [
    ...schemas.map(({ name, schema }) => ({
      file: `${SCHEMAS}/${name}.json`,
      text: json(adaptForEditors(schema, slugs)),
    })),
    { file: SNIPPETS, text: json(Object.fromEntries(snippets)) },
    {
      file: '.vscode/settings.json',
      text: json({
        ...settings,
        'yaml.schemas': {
          ...(settings['yaml.schemas'] as object | undefined),
          ...Object.fromEntries(
            schemas.map(({ name, pattern }) => [`${SCHEMAS}/${name}.json`, `${content}/${pattern}`]),
          ),
        },
      }),
    },
    {
      file: '.vscode/extensions.json',
      text: json({ ...extensions, recommendations: [...new Set([...recommended, EXTENSION])] }),
    },
  ]
}

/** Reads the existing settings. @throws Failure if the file is not plain JSON */
function readJson(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch {
    throw new Failure(
      `${file} is not plain JSON (it may contain comments), so it was not changed.`,
      exitCodes.cannotRun,
    )
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
