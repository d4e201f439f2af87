import {
  type Address,
  createPathMover,
  listAddresses,
  listLaterPages,
  listMarkdownCopyAddresses,
  listPublishedFiles,
} from '../content/addresses.ts'
import { parseDocumentName } from '../content/documents.ts'
import { createOriginStripper, listFileLinks } from '../content/links.ts'
import { findFolderAddresses } from '../content/site-settings.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { listRedirectTargets, toServedPath } from './addresses.ts'
import { checkDocument, checkFolder, checkLink, checkMoved } from './helpers/dead-link.ts'
import { defineRules } from './rule.ts'

export const linkRules = defineRules({
  'link/dead': {
    means: 'A link points to a page that does not exist.',
    matters: 'Visitors see "Page not found".',
    bad: 'to: /service',
    good: 'to: /services',
    fix: 'Correct the address. Addresses end without a slash and without .html.',
  },
  'link/invalid': {
    means: 'No browser can parse the address of a link.',
    matters: 'Nothing happens when visitors follow the link.',
    bad: 'to: https://tickets.example:80800/x',
    good: 'to: https://tickets.example:8080/x',
    fix: 'Correct the host name or the port. Copy the address from the address bar of a browser.',
  },
  'link/expired': {
    means: 'A link points to a page that has expired.',
    matters: 'Visitors are redirected to a list of other entries, and do not find what the link promised.',
    bad: 'to: /careers/analyst   # closes: 2024-01-31',
    good: 'to: /careers',
    fix: 'Link to another page, or remove the link. This warning never makes a check fail, not even with --strict.',
    dependsOnToday: true,
  },
  'link/moved': {
    means: 'A link or redirect points to an address that redirects.yaml redirects elsewhere.',
    matters: 'Visitors wait for an extra request, and search engines give the link less weight.',
    bad: 'to: /blog/old-name   # redirects.yaml: /blog/old-name: /blog/new-name',
    good: 'to: /blog/new-name',
    fix: 'Link to the final address, or run --fix.',
  },
  'link/dead-anchor': {
    means: 'A link points to an anchor that does not exist on the target page. # and #top always exist.',
    matters: 'Visitors land at the top of the page and do not find what the link promised.',
    bad: 'to: /careers#position',
    good: 'to: /careers#positions   # the section has id: positions',
    fix: 'Use the id of a section, or the words of a heading in lower case, joined by dashes.',
  },
  'link/relative': {
    means: 'A link is relative: it starts with neither a slash nor a scheme.',
    matters: 'It would point to a different address on every page, list and feed that shows it.',
    bad: '[the guide](seo-on-a-budget.md)',
    good: '[the guide](/blog/seo-on-a-budget)',
    fix: 'Start with a slash for a page on this site, or with https:// for another site.',
  },
  'link/scheme': {
    means: 'A link has a scheme that is not allowed.',
    matters: 'The link would do nothing, or run a script.',
    bad: '[the study](htps://example.com/study)',
    good: '[the study](https://example.com/study)   [call us](tel:+12125550100)',
    fix: 'Start it with https:, http:, mailto:, tel:, sms: or, for a page on this site, a slash.',
  },
}).inFolder(({ files, documents, edition, translatedPages }) => {
  const addresses = listAddresses(files)
  const all = [...translatedPages, ...listLaterPages(files, edition), ...addresses]
  const known = new Map<string, Address>(all.map((address) => [address.path, address]))
  const homes = new Map(addresses.map((address) => [address.file, address]))
  const moved = listRedirectTargets(files)
  const inside = createOriginStripper(files)
  const folderAddresses = findFolderAddresses(files)
  const publishedFiles = listPublishedFiles(folderAddresses)
  const copies = listMarkdownCopyAddresses(files)
  const move = createPathMover(folderAddresses)

  return files.flatMap((file) =>
    listFileLinks(file).flatMap(({ address, range: rangeOf }) => {
      // A link to a Markdown copy is valid if a link to its page is.
      const internal = inside(address).replace(/^[^?#]+\.md(?=[?#]|$)/, (path) => copies.get(path)?.path ?? path)
      const [path = ''] = internal.split(/[?#]/)
      const named = parseDocumentName(internal)
      // Download links may lack the leading slash only in bodies, where the build adds it.
      const isWhole = internal.startsWith('/') || (named && file.body && rangeOf()[0] >= file.body.start)
      const document = isWhole ? named : undefined
      const served = toServedPath(internal)
      const isMoved = moved.has(served) && !known.has(served)
      const dead = isMoved
        ? checkMoved(served, internal.slice(path.length), moved)
        : document !== undefined
          ? checkDocument(internal, document, documents)
          : publishedFiles.includes(path)
            ? undefined
            : (checkFolder(path, internal.slice(path.length), known, move) ??
              checkLink(internal, known, edition, homes.get(file)))
      if (!dead) return []
      const { meant, ...details } = dead
      const range = rangeOf()
      const isLiteral = range[1] - range[0] === address.length
      // Skip invalid email addresses and phone numbers from facts, because they are reported in facts.yaml.
      if (!isLiteral && /^(?:mailto|tel|sms):/i.test(address)) return []
      return createProblemAt(file, range, details, isLiteral ? meant : undefined)
    }),
  )
})
