import { messageOf } from '../../src/forms/check.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { TRANSPORT } from '../../src/forms/fields.ts'
import { FormView } from '../../src/forms/form-view.tsx'
import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import { loadViews } from '../../src/forms/kinds/kind-of.ts'
import { MailText } from '../../src/ui/mail-text.tsx'
import type { FormBook } from '../forms.ts'
import type { Problem, ProblemCode } from '../http/problem.ts'
import type { Typed } from '../intake/typed.ts'
import { words } from '../words.ts'
import { EmptyShelf } from './empty-shelf.tsx'
import { Page } from './page.tsx'

const viewOf = await loadViews()

interface TroublePageProps {
  problem: Problem
  site: FormBook['site']
  home: string
  /** The page that the visitor came from. */
  back: string
  /** The form and what was typed into it, when that much arrived. */
  typed: Typed | undefined
  /** Where the form is posted to, from the address of this page. */
  action: string
  /** Names the next try, so that pressing twice sends once. */
  freshKey: string
}

const HEADINGS: Partial<Record<ProblemCode, string>> = {
  'too-large': words.troubles.tooLarge,
  rate: words.troubles.tooOften,
  timeout: words.troubles.timeout,
  'public-key': words.troubles.refused,
  origin: words.troubles.refused,
  'not-found': words.troubles.notFound,
  method: words.troubles.notFound,
  'no-space': words.troubles.notNow,
  storage: words.troubles.notNow,
  stopping: words.troubles.notNow,
  internal: words.troubles.notNow,
}

/** There was nothing typed. */
const NO_FORM = new Set<ProblemCode>(['not-found', 'method'])

/**
 * A post that was not accepted, for people. Where the form is known it is shown again with everything that was
 * typed, so that pressing the button is all there is to do.
 */
export function TroublePage({ problem, site, home, back, typed, action, freshKey }: TroublePageProps) {
  const fits = problem.errors.length === 0
  const heading = typed && !fits ? typed.contract.title : (HEADINGS[problem.code] ?? words.troubles.broken)
  const given = Object.values(typed?.given ?? {})
  // A wrong address is nobody's failure.
  const lost = NO_FORM.has(problem.code)
  return (
    <Page title={words.errorTitle(heading)} site={site} home={home}>
      {given.length > 0 && <p className="tag">{given.join(', ')}</p>}
      <h1>{heading}</h1>
      {(fits || !typed) && !lost && (
        <p className="trouble" role="alert">
          {problem.message}
        </p>
      )}
      {typed && <p className="lead">{adviceFor(typed.contract, fits)}</p>}
      {!typed && !lost && <p>{words.goBack}</p>}
      {typed && (
        <FormView
          contract={typed.contract}
          viewOf={viewOf}
          given={typed.given}
          action={action}
          labels={{ optional: words.optional, problems: words.problems }}
          values={typed.values}
          problems={problemsOf(typed.contract, problem)}
        >
          <input type="hidden" name={TRANSPORT.key} defaultValue={freshKey} />
        </FormView>
      )}
      {(fits || !typed) && (
        <p className={lost ? 'lead' : undefined}>
          <MailText text={(lost ? words.ledHere : words.write)(site.email)} />
        </p>
      )}
      {lost && <EmptyShelf />}
      <p>
        <a className={lost ? 'btn' : undefined} href={back}>
          {words.backTo(site.name)}
        </a>
      </p>
    </Page>
  )
}

/** What each field is told. No page can put a file back into its field: one that is required is asked for again. */
function problemsOf(contract: Contract, { errors }: Problem): Record<string, string> {
  const told = Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))
  const files = listFileFields(contract).filter(({ name, required }) => required && !(name in told))
  return { ...told, ...Object.fromEntries(files.map((field) => [field.name, messageOf(field, 'required')])) }
}

function adviceFor(contract: Contract, fits: boolean): string {
  if (listFileFields(contract).length > 0) return words.chooseFileAgain
  return fits ? words.pressAgain : words.answersKept
}
