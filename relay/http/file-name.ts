import path from 'node:path'

/**
 * Control characters, line breaks, characters that file systems do not allow, and characters that reverse the reading
 * direction, which can make `fdp.exe` look like `exe.pdf`.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*]/gu

const MAX_LENGTH = 120

/**
 * Cleans a sender's file name for display. Removes folders, control characters and characters that file systems do not
 * allow, and shortens the name but keeps its extension. The result is never used as a path.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    // Browsers encode a double quote as `%22` (https://html.spec.whatwg.org/#multipart-form-data).
    .replace(/%22|"/g, "'")
    .replace(UNSAFE, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (clean === '') return 'file'
  const extension = path.extname(clean).slice(0, 12)
  const stem = [...clean.slice(0, clean.length - extension.length)]
  return stem.slice(0, MAX_LENGTH - extension.length).join('') + extension
}

/** Returns the extension in lower case, without the dot. */
export function getExtension(name: string): string {
  return path.extname(name).slice(1).toLowerCase()
}
