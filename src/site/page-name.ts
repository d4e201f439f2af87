import type { Site } from '../collections/site.ts'

/** What a page is called: by the menus, where they lead to it; its title is written for search results. */
export function pageName({ path, title }: { path: string; title: string }, { navigation, footer }: Site): string {
  const links = [
    ...navigation.links,
    navigation.button,
    ...footer.columns.flatMap((column) => column.links),
    ...footer.links,
  ]
  return links.find(({ to }) => to === path)?.label ?? title
}
