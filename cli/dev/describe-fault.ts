import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '../paths.ts'

/** What Vite adds to an error of a source that it cannot compile. */
interface CompileError extends Error {
  id?: string
  loc?: { file?: string; line: number; column: number }
  frame?: string
}

/** A fault of the sources as a text for people: the place, what is wrong, and the lines round it where they are known. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { id, loc, frame, message, stack = '' } = error as CompileError
  const text = stripVTControlCharacters(message)
  // The compiler tells the place of a syntax error only in its drawing.
  const [, drawn] = /\[ (\S+:\d+:\d+) \]/.exec(text) ?? []
  const place = loc ? `${short(loc.file ?? id ?? '')}:${loc.line}:${loc.column + 1}` : (drawn ?? (id && short(id)))
  if (place) {
    return [`${place}  error  source/compile`, `  ${text}`, ...(frame ? [stripVTControlCharacters(frame)] : [])].join(
      '\n',
    )
  }
  const ours = stack
    .split('\n')
    .filter((line) => line.includes(projectRoot) && !line.includes('node_modules'))
    .slice(0, 4)
  return [`error  source/run`, `  ${text}`, ...ours.map(short)].join('\n')
}

function short(text: string): string {
  return text.replaceAll(projectRoot + path.sep, '').replace(/\?.*$/, '')
}
