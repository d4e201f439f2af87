import { getLanguageProps } from '../../schema/language.ts'
import type { SectionProps } from '../view.ts'

/** Links to the page in other languages. It is part of the page, because each page exists in other languages. */
export default function Languages({ view, site }: SectionProps<'languages'>) {
  return (
    <nav className="languages wrap" aria-label={site.labels.languages}>
      <ul>
        {view.pages.map(({ language, name, path }) => (
          <li key={language}>
            <a href={path} hrefLang={language} {...getLanguageProps(language)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
