import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'
import type { FormBook } from '../forms.ts'
import { Problem } from '../http/problem.ts'
import { sendPage } from '../pages/page.tsx'
import { ThanksPage } from '../pages/thanks-page.tsx'
import { findWayBack } from '../pages/way-back.ts'

/** The page that a post without scripting leads to. It holds nothing of the post, so it can be reloaded and shared. */
export function thanks(config: Config, forms: FormBook): RequestHandler<{ formType: string }> {
  return (req, res) => {
    const { formType } = req.params
    const contract = Object.hasOwn(forms.forms, formType) ? forms.forms[formType] : undefined
    if (!contract) throw new Problem(404, 'not-found', 'There is nothing here.')
    const { home, back } = findWayBack(req, config, forms)
    sendPage(res, <ThanksPage contract={contract} site={forms.site} home={home} back={back} />)
  }
}
