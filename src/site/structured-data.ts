import type { Content } from '../collections/content.ts'
import type { Route } from '../routes.ts'
import { definitionOf } from '../sections/definition.ts'
import { jobPosting } from './job-posting.ts'
import { pageName } from './page-name.ts'
import { shareImage } from './share.ts'

/**
 * schema.org objects of a page, by the rules of Google's structured-data guides: only what a visitor
 * can see on the page, and no Review markup for testimonials a company publishes of itself.
 */
export function structuredData(route: Route, content: Content): object[] {
  const { site } = content
  const url = (path: string) => site.url + path
  const organization = { '@type': 'Organization', '@id': url('/#organization'), name: site.name, url: url('/') }
  const graph: object[] = []
  switch (route.kind) {
    case 'page': {
      if (route.path === '/') {
        graph.push(
          {
            ...organization,
            description: site.description,
            email: site.email,
            logo: url('/icon-512.png'),
            ...(site.founded && { foundingDate: String(site.founded) }),
            ...(site.socials.length > 0 && { sameAs: site.socials.map((social) => social.to) }),
          },
          {
            '@type': 'WebSite',
            '@id': url('/#website'),
            name: site.name,
            url: url('/'),
            publisher: { '@id': url('/#organization') },
          },
        )
      }
      const questions = route.entry.sections.flatMap(
        (section) => definitionOf(section.type).questions?.(section, content) ?? [],
      )
      if (questions.length > 0) {
        graph.push({
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        })
      }
      if (route.path !== '/') graph.push(trail([[pageName(route.entry, site), route.path]], content))
      break
    }
    case 'service':
    case 'solution': {
      const parent = site.service[route.kind === 'service' ? 'services' : 'solutions']
      graph.push(
        {
          '@type': 'Service',
          name: route.entry.title,
          description: route.entry.metaDescription,
          url: url(route.path),
          serviceType: route.entry.title,
          provider: organization,
          areaServed: 'US',
        },
        trail(
          [
            [parent.label, parent.to],
            [route.entry.title, route.path],
          ],
          content,
        ),
      )
      break
    }
    case 'article': {
      const { title, metaDescription, published, updated, author, collection } = route.entry
      const parent = site.article[collection]
      graph.push(
        {
          '@type': 'BlogPosting',
          headline: title,
          description: metaDescription,
          datePublished: published,
          dateModified: updated ?? published,
          author: { '@type': 'Organization', name: author },
          publisher: organization,
          mainEntityOfPage: url(route.path),
          image: url(shareImage(route.path)),
        },
        trail(
          [
            [parent.label, parent.to],
            [title, route.path],
          ],
          content,
        ),
      )
      break
    }
    case 'job':
      graph.push(
        jobPosting(route.entry, route.path, site),
        trail(
          [
            [site.job.careers.label, site.job.careers.to],
            [route.entry.title, route.path],
          ],
          content,
        ),
      )
      break
    case 'text':
      graph.push(trail([[route.entry.heading, route.path]], content))
  }
  return graph.map((item) => ({ '@context': 'https://schema.org', ...item }))
}

function trail(steps: [string, string][], { site }: Content): object {
  const all: [string, string][] = [[site.labels.home, '/'], ...steps]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  }
}
