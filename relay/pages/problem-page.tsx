import { getProblemMessage } from '@northshelf/site/forms/check.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import { FormView } from '@northshelf/site/forms/form-view.tsx'
import { identifyForm } from '@northshelf/site/forms/identify.ts'
import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { getFieldType, loadFieldViews } from '@northshelf/site/forms/kinds/get-field-type.ts'
import { TextWithEmailLinks } from '@northshelf/site/ui/text-with-email-links.tsx'
import type { Problem, ProblemCode } from '../http/problem.ts'
import type { RequestContext } from '../intake/intake.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import type { Translations } from '../translations/en.ts'
import { getTranslations } from '../translations/list.ts'
import { EmptyShelf, PageLayout } from './page.tsx'

const viewOf = await loadFieldViews()

interface ProblemPageProps {
  problem: Problem
  site: SiteForms['site']
  home: string
  /** URL of the page that the visitor came from. */
  back: string
  /** The form and its answers, if the relay received them. */
  filled: FilledForm | undefined
  /** Relative URL to which the form is submitted. */
  action: string
  /** Idempotency key for the next submission. */
  freshKey: string
}

const REFUSALS: Partial<Record<ProblemCode, keyof Translations['refusals']>> = {
  'too-large': 'tooLarge',
  rate: 'tooOften',
  timeout: 'timeout',
  'public-key': 'notHere',
  origin: 'notHere',
  'idempotency-mismatch': 'sentBefore',
  'no-space': 'notNow',
  storage: 'notNow',
  internal: 'notNow',
}

/** Codes of problems with requests that do not involve a form. */
const NO_FORM = new Set<ProblemCode>(['not-found', 'method'])

/**
 * Page for a submission that was not accepted. If the form is known, the page contains it with all answers, so that the
 * visitor can send it again.
 */
export function ProblemPage({ problem, site, home, back, filled, action, freshKey }: ProblemPageProps) {
  const isValid = problem.errors.length === 0
  const given = Object.values(filled?.given ?? {})
  const isNotFound = NO_FORM.has(problem.code)
  const words = getTranslations(site)
  const refusal = words.refusals[REFUSALS[problem.code] ?? 'broken']
  const heading = isNotFound ? words.notFound : filled && !isValid ? filled.contract.title : refusal.heading
  return (
    <PageLayout title={words.errorTitle(heading)} language={words.language} site={site} home={home}>
      {given.length > 0 && <p className="tag">{given.join(', ')}</p>}
      <h1>{heading}</h1>
      {(isValid || !filled) && !isNotFound && (
        <p className="trouble" role="alert">
          {refusal.text}
        </p>
      )}
      {filled && <p className="lead">{adviceFor(filled.contract, isValid, words)}</p>}
      {!filled && !isNotFound && <p>{words.goBack}</p>}
      {filled && (
        <FormView
          contract={filled.contract}
          viewOf={viewOf}
          given={filled.given}
          action={action}
          labels={words}
          values={filled.values}
          problems={problemsOf(filled.contract, problem)}
        >
          <input type="hidden" name={TRANSPORT_FIELDS.key} defaultValue={freshKey} />
        </FormView>
      )}
      {(isValid || !filled) && (
        <p className={isNotFound ? 'lead' : undefined}>
          <TextWithEmailLinks text={(isNotFound ? words.reportLink : words.write)(site.email)} />
        </p>
      )}
      {isNotFound && <EmptyShelf />}
      <p>
        <a className={isNotFound ? 'btn' : undefined} href={back}>
          {words.backTo(site.name)}
        </a>
      </p>
    </PageLayout>
  )
}

/** Returns the error message for each field. A page cannot refill file fields, so it asks for required files again. */
function problemsOf(contract: Contract, { errors }: Problem): Record<string, string> {
  const details = Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))
  const files = listFileFields(contract).filter(({ name, required }) => required && !(name in details))
  return { ...details, ...Object.fromEntries(files.map((field) => [field.name, getProblemMessage(field, 'required')])) }
}

function adviceFor(contract: Contract, isValid: boolean, words: Translations): string {
  if (listFileFields(contract).length > 0) return words.chooseFileAgain
  return isValid ? words.sendAgain : words.answersKept
}

/** A form and the answers that the relay received, used to render the form again. */
interface FilledForm {
  contract: Contract
  values: Record<string, string | string[]>
  given: Record<string, string>
}

/** Reads the form and the answers from a request. @returns undefined if the form is unknown */
export function getFilledForm(context: RequestContext, forms: SiteForms): FilledForm | undefined {
  const last = (name: string) => context.entries.findLast((entry) => entry[0] === name)?.[1]
  const contract = context.contract ?? identifyForm(Object.values(forms.forms), context.endpoint, last)
  if (!contract) return undefined
  const values = listFields(contract).flatMap((field): [string, string | string[]][] => {
    const texts = context.entries.filter(([name]) => name === field.name).map(([, text]) => text)
    const { answer } = getFieldType(field)
    if (texts.length === 0 || !answer) return []
    return [[field.name, answer.many ? texts : (texts.at(-1) ?? '')]]
  })
  const given = contract.given.flatMap((name): [string, string][] => {
    const text = last(name)
    return text === undefined ? [] : [[name, text]]
  })
  return { contract, values: Object.fromEntries(values), given: Object.fromEntries(given) }
}
