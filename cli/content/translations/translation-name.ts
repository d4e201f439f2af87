/** A file that contains the translation of another content file, such as `about.de.yaml` for `about.yaml`. */
export interface TranslationName {
  /** Name of the file that is translated. */
  of: string
  language: string
}

const NAME = /^([^.]+)\.([a-z]{2,3}(?:-[A-Za-z]{2}(?:[A-Za-z]{2})?)?)(\.(?:yaml|md))$/

/** @param name file name or path. @returns undefined if it is not the name of a translation */
export function parseTranslationName(name: string): TranslationName | undefined {
  const [, base = '', language = '', extension = ''] = NAME.exec(name) ?? []
  return base === '' ? undefined : { of: base + extension, language }
}

/** Returns the name of a file's translation, such as `content/pages/about.de.yaml`. */
export function getTranslationName(file: string, language: string): string {
  const end = file.lastIndexOf('.')
  return `${file.slice(0, end)}.${language}${file.slice(end)}`
}
