import type { Contract } from '../../src/forms/contract.ts'
import { RunningText } from '../../src/ui/running-text.tsx'
import type { FormBook } from '../forms.ts'
import { words } from '../words.ts'
import { Page } from './page.tsx'

interface ThanksPageProps {
  contract: Contract
  site: FormBook['site']
  home: string
  /** The page that the form was on. */
  back: string
}

/** What a page without scripting leads to after a post that was accepted. */
export function ThanksPage({ contract, site, home, back }: ThanksPageProps) {
  const { heading, text } = contract.thanks
  return (
    <Page title={heading} site={site} home={home}>
      <p className="tag">{words.received}</p>
      <h1>{heading}</h1>
      <p className="lead">
        <RunningText text={text} />
      </p>
      <p>
        <a className="btn" href={back}>
          {words.backTo(site.name)}
        </a>
      </p>
    </Page>
  )
}
