import type { Content } from '../collections/content.ts'
import type { Page } from '../collections/page.ts'
import { motifs } from '../drawings/covers/motifs.ts'
import type { Motif } from '../drawings/motif.ts'
import { motifOn } from '../drawings/picture.ts'
import type { Route } from '../routes.ts'
import { definitionOf } from '../sections/definition.ts'

export type { CoverTone, Ground } from '../drawings/motif.ts'

import { salaryText } from '../sections/cards.ts'

/** What stands on the picture that others show with a link to a page. */
export interface ShareCard {
  /** Path of the picture on the site. */
  image: string
  /** Small line over the title: where on the site this is. */
  label: string
  title: string
  drawing: Motif
}

/** Path of the picture of a page. */
export function shareImage(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}

export function createShareCard(route: Route, content: Content): ShareCard {
  return { image: shareImage(route.path), ...shareWords(route, content), drawing: drawingOf(route) }
}

/** What a card says. */
export function shareWords(route: Route, { site }: Content): { label: string; title: string } {
  switch (route.kind) {
    case 'article': {
      const { title, tag, readTime, collection } = route.entry
      const time = site.labels.minutes.replace('{n}', String(readTime))
      return { title, label: [site.article[collection].label, tag, time].join(' · ') }
    }
    case 'service':
    case 'solution':
      return { title: route.entry.hero.heading, label: route.entry.title }
    case 'job': {
      const { title, department, salary } = route.entry
      return { title, label: [department, salaryText(salary)].join(' · ') }
    }
    case 'text':
      return { title: route.entry.heading, label: site.tagline }
    case 'page':
      return { title: openingOf(route.entry)?.heading ?? route.entry.title, label: site.tagline }
  }
}

function drawingOf(route: Route): Motif {
  switch (route.kind) {
    case 'article': {
      const { cover, coverGround } = route.entry
      return { ...motifs[cover], ...(coverGround && { ground: coverGround }) }
    }
    case 'service':
      return motifOn('paper', route.entry.hero.picture)
    case 'solution':
      return motifOn('cobalt', route.entry.hero.picture)
    case 'page':
      return motifOn('night', openingOf(route.entry)?.picture)
    case 'job':
    case 'text':
      return motifs.tag
  }
}

/** What the section with the h1 says of itself. */
function openingOf({ sections }: Page) {
  return sections.flatMap((section) => definitionOf(section.type).opening?.(section) ?? [])[0]
}
