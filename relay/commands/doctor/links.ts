import type { TargetConfig } from '../../config.ts'
import type { FormBook } from '../../forms.ts'
import { LINKLESS, listLinkless } from '../../targets/linkless.ts'
import type { Finding } from './finding.ts'

/** Can the receivers of webhooks fetch the files of a submission? */
export function checkLinks(targets: readonly TargetConfig[], forms: FormBook): Finding[] {
  return listLinkless(targets, forms).map((name) => ({ check: `links ${name}`, level: 'warn', detail: LINKLESS }))
}
