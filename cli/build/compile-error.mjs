import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { listOwnStyles } from './own-code.mjs'

/** Plain JavaScript, because the command line tool may be what does not compile. */

/** Messages about an import: its specifier, the file that contains it, and in some the reason. */
const unresolvedImports = [
  /failed to resolve import "(.+?)" from "(.+?)"(?:: (.+))?/i,
  /Could not resolve '(.+?)' in (.+)/,
  /^Failed to load url ([^(]+) \(resolved id: [^)]+\) in (.+)\. Does the file exist/,
  /Cannot find module '(.+?)' imported from '(.+?)'/,
]

/** Lists the errors in an exception of Vite or Rolldown, with paths resolved from `folder`. */
export function listCompileErrors(error, folder) {
  return (error.errors ?? [error]).map((one) => describe(one, folder))
}

function describe({ id, loc, frame, message: colored }, folder) {
  const message = stripVTControlCharacters(colored)
  // For a syntax error, the compiler reports the location only in the excerpt.
  const [, named, row, at] = /\[ (\S+):(\d+):(\d+) \]/.exec(message) ?? []
  const [, specifier = '', importer, why = 'there is no such file or package'] =
    unresolvedImports.map((pattern) => pattern.exec(message)).find(Boolean) ?? []
  // The list of own code names a file that cannot be read, such as a dangling symlink.
  const [, listed] = /Could not resolve '(.+?)' in \S+\bown(?:-views)?\.ts/.exec(message) ?? []
  if (listed) return { file: listed, line: 1, column: 1, message: 'This file cannot be read', frame: undefined }
  // The error about a missing stylesheet names neither the file that imports it nor a line.
  const [, sheet] = /no such file or directory, open '(.+?)'/.exec(message) ?? []
  const styles = sheet && listOwnStyles().find((own) => readFileSync(own, 'utf8').includes(sheet))
  if (styles)
    return { file: styles, ...findText(styles, sheet), message: `Cannot import "${sheet}": there is no such file` }
  const name = importer ?? loc?.file ?? named ?? id
  const file = name && path.resolve(folder, name.replace(/^file:\/\//, '').split('?', 1)[0])
  const place = { line: loc?.line ?? Number(row ?? 1), column: loc ? loc.column + 1 : Number(at ?? 1) }
  const reason = (importer ? `Cannot import "${specifier}": ${why}` : message.split('\n')[0])
    .replace(/^(?:\[[\w:/-]+\] )+|postcss-import: /g, '')
    .replace(/^\S+:\d+:\d+: /, '')
    .replace(/\[$/, '')
    .trim()
  return {
    file,
    // The compiler counts the lines of compiled code.
    ...(importer ? findText(file, specifier) : place),
    message: reason,
    frame: frame && stripVTControlCharacters(frame),
  }
}

/** Returns the position of the first occurrence of a text in a file, which may not exist. */
function findText(file, text) {
  const before = (existsSync(file) ? readFileSync(file, 'utf8').split(text, 1)[0] : '').split('\n')
  return { line: before.length, column: before.at(-1).length + 1 }
}
