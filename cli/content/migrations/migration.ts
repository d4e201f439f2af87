import type { Range } from '../../diagnostics/location.ts'
import type { ValuePath, YamlSource } from '../yaml/source.ts'

/** A change of the content format in one version. */
export interface Migration {
  /** The version that introduced the change. */
  version: string
  /** Describes the new format, as the end of the sentence "since version 2, …". */
  change: string
  /** Collections that are affected, or `site` for site.yaml. */
  files: readonly string[]
  /** Finds the values that still have the old format. @param site data of site.yaml, which may be invalid */
  find(source: YamlSource, site: unknown): OutdatedValue[]
}

interface OutdatedValue {
  /** The value whose format changed. The schema's messages about it would only confuse, so they are not shown. */
  path: ValuePath
  /** The text to replace, and the same text in the new format. */
  range: Range
  text: string
}
