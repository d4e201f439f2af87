import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

/** Files that parse no addresses from content, and the file that does so for all others. */
const ALLOWED = [
  'src/schema/parse-url.ts',
  // Addresses of the current page and of the pages of the built site.
  'src/client/use-navigation-effects.ts',
  'src/forms/proof/challenge.ts',
  'cli/audit/',
  'cli/editor/browser/page.ts',
  // Addresses of requests.
  'cli/content/served-addresses.ts',
  'cli/preview/relay-proxy.ts',
  // Addresses in the settings of a server.
  'cli/studio/',
]

it('only src/schema/parse-url.ts parses addresses from content, because `new URL` throws if they are invalid', () => {
  const files = ['src', 'cli'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?!.*node_modules).*\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
  )
  const found = files.filter((file) => {
    const text = readFileSync(path.join(projectRoot, file), 'utf8')
    return /\bURL\.(?:canParse|parse)\(|\bnew URL\((?![^)]*import\.meta\.url)/.test(text)
  })
  expect(found.filter((file) => !ALLOWED.some((allowed) => file.startsWith(allowed)))).toEqual([])
})
