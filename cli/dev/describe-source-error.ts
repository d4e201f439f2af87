import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '../paths.ts'

/** A compile error reported by Vite. */
interface CompileError extends Error {
  id?: string
  loc?: { file?: string; line: number; column: number }
  frame?: string
}

/** Describes an error in the sources: message and, if known, location and code frame. */
export function describeSourceError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { id, loc, frame, message, stack = '' } = error as CompileError
  const text = stripVTControlCharacters(message)
  // For a syntax error, the compiler reports the location only in the code frame.
  const [, fromFrame] = /\[ (\S+:\d+:\d+) \]/.exec(text) ?? []
  const where = loc ? `${short(loc.file ?? id ?? '')}:${loc.line}:${loc.column + 1}` : (fromFrame ?? (id && short(id)))
  if (where) {
    const lines = [`${where}  error  source/compile`, `  ${text}`]
    return (frame ? [...lines, stripVTControlCharacters(frame)] : lines).join('\n')
  }
  const ownFrames = stack
    .split('\n')
    .filter((line) => line.includes(projectRoot) && !line.includes('node_modules'))
    .slice(0, 4)
  return [`error  source/run`, `  ${text}`, ...ownFrames.map(short)].join('\n')
}

function short(text: string): string {
  return text.replaceAll(projectRoot + path.sep, '').replace(/\?.*/s, '')
}
