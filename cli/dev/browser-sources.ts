/** Sources that pages of `site dev` load as modules, as files and folders of the project. */
export const browserSources = [
  'src',
  'cli/dev/browser',
  'cli/content/value-at.ts',
  'cli/edit/marks.ts',
  'cli/schema/node.ts',
  'cli/schema/field-node.ts',
]

/** Addresses that Vite answers; it serves no file outside of these sources and the packages. */
export const MODULES = new RegExp(
  `^/(?:@vite|@id|@fs|@react-refresh|node_modules|${browserSources.join('|').replaceAll('.', '\\.')})(?:/|$)`,
)
