import { existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { writeFiles } from '../content/write-files.ts'
import { commandName } from '../diagnostics/command-name.ts'
import { shortenPath } from '../diagnostics/display-path.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { projectRoot, siteRoot } from '../packages.mjs'
import { draftOwnCode, type OwnCodeKind, ownCodeExamples, toSingular } from '../scaffold/new/own-code.ts'
import { type CommonOptions, printJson } from './options.ts'

/**
 * `site new section|drawing|collection --own <name>`: writes a working example into the project's own code.
 * @throws Failure with exit code 2 if the kind is unknown, or the name is invalid or taken
 */
export function runNewOwnCodeCommand(
  kind: string | undefined,
  name: string,
  { json, quiet }: Pick<CommonOptions, 'json' | 'quiet'>,
): void {
  if (!isOwnCodeKind(kind))
    throw new Failure(
      `--own needs a kind: ${commandName} new section|drawing|collection --own <name>.`,
      exitCodes.usage,
    )
  // The name of a collection is also that of a variable.
  const [pattern, form] =
    kind === 'collection'
      ? [/^[a-z][a-z0-9]+$/, 'lower-case letters and digits']
      : [/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'lower-case letters, digits and dashes']
  if (!pattern.test(name))
    throw new Failure(`--own: "${name}" is not a valid name. Use ${form}, and start with a letter.`, exitCodes.usage)
  const files = draftOwnCode(kind, name)
  const places = files.flatMap(({ file }) => [
    path.join(projectRoot, file),
    path.join(siteRoot, file.replace('drawings/', 'drawings/kinds/')),
  ])
  if (places.some((place) => existsSync(place)))
    throw new Failure(`There is already a ${kind} "${name}"; nothing was written.`, exitCodes.usage)
  writeFiles(files, ({ file }) => path.join(projectRoot, file))
  if (json) return void printJson({ files: files.map(({ file }) => file) })
  for (const { file } of files) process.stdout.write(`${pc.green('✓')} ${shortenPath(path.join(projectRoot, file))}\n`)
  const next = {
    section: `To add it to a page: ${commandName} new section ${name} --in pages/<name>`,
    drawing: `To use it, write "kind: ${name}" in a picture.`,
    collection: `To add a file: ${commandName} new ${toSingular(name)} <name>`,
  }[kind]
  if (!quiet) process.stdout.write(`  ${next}\n  How it works: ${commandName} docs own-code\n`)
}

function isOwnCodeKind(kind: string | undefined): kind is OwnCodeKind {
  return kind !== undefined && kind in ownCodeExamples
}
