import type { Contract } from '../../src/forms/contract.ts'
import type { FormBook } from '../forms.ts'
import { words } from '../words.ts'
import { Page } from './page.tsx'

interface ThanksPageProps {
  contract: Contract
  site: FormBook['site']
  /** Address of the site to go back to. */
  home: string
}

/** What a page without scripting leads to after a post that was accepted. */
export function ThanksPage({ contract, site, home }: ThanksPageProps) {
  const { heading, text } = contract.thanks
  return (
    <Page title={heading} siteName={site.name}>
      <p className="tag">{contract.title}</p>
      <h1>{heading}</h1>
      <p className="lead">{text}</p>
      <p>
        <a className="btn" href={home}>
          {words.backTo(site.name)}
        </a>
      </p>
    </Page>
  )
}
