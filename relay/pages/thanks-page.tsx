import type { RequestHandler } from 'express'
import type { Contract } from '../../src/forms/contract.ts'
import type { Config } from '../config.ts'
import { notFound } from '../http/problem.ts'
import type { FormBook } from '../intake/form-book.ts'
import { Page, sendPage } from './page.tsx'
import { findReferringPage } from './referring-page.ts'
import { words } from './words.ts'

/** The page that a post without scripting leads to. It holds nothing of the post, so it can be reloaded and shared. */
export function thanks(config: Config, forms: FormBook): RequestHandler<{ formType: string }> {
  return (req, res) => {
    const { formType } = req.params
    const contract = Object.hasOwn(forms.forms, formType) ? forms.forms[formType] : undefined
    if (!contract) throw notFound()
    const { home, back } = findReferringPage(req, config, forms)
    sendPage(res, <ThanksPage contract={contract} site={forms.site} home={home} back={back} />)
  }
}

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
      <p className="lead">{text}</p>
      <p>
        <a className="btn" href={back}>
          {words.backTo(site.name)}
        </a>
      </p>
    </Page>
  )
}
