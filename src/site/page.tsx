import { Suspense } from 'react'
import type { ClientPage } from '../sections/view.ts'
import type { LiveComponents } from './live-components.ts'

/**
 * Renders the sections of a page. HTML blocks remain unchanged in the document. Each live section has a Suspense
 * boundary, so that hydration can pause to handle a click.
 */
export function Page({ page, components }: { page: ClientPage; components: LiveComponents }) {
  return page.sections.map((section, index) => {
    const key = `${page.path}#${index}`
    if (section.type === 'html') {
      return <div key={key} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: section.html }} />
    }
    const Section = components.get(section.type)
    return (
      <Suspense key={key}>
        <Section view={section} site={page.site} />
      </Suspense>
    )
  })
}
