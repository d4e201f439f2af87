import { RunningText } from '@northshelf/site/ui/running-text.tsx'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { createNotFoundProblem } from '../intake/http-problem.ts'
import { chooseFormLanguage, type SiteForms } from '../site-forms.ts'
import { getTranslations } from '../translations/list.ts'
import { findReferringPage, PageLayout, sendPage } from './page.tsx'

/**
 * Serves the page to which visitors without JavaScript are redirected after a submission. It contains no visitor input,
 * so it can be reloaded and shared.
 */
export function serveThanksPage(config: Config, all: SiteForms): RequestHandler<{ formType: string }> {
  return (req, res) => {
    const { forms, site } = chooseFormLanguage(all, req.query.language)
    const words = getTranslations(site)
    const { formType } = req.params
    const contract = Object.hasOwn(forms, formType) ? forms[formType] : undefined
    if (!contract) throw createNotFoundProblem()
    const { heading, text } = contract.thanks
    const { home, back } = findReferringPage(req, config, site)
    sendPage(
      res,
      site,
      <PageLayout title={heading} language={words.language} site={site} home={home}>
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
      </PageLayout>,
    )
  }
}
