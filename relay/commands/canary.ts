import { setTimeout as wait } from 'node:timers/promises'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { formatRelayQuery, type RelayAddress } from '@northshelf/site/forms/form-action.ts'
import { createSample } from '@northshelf/site/forms/sample-answers.ts'
import { submitWithJavaScript } from '@northshelf/site/forms/sample-submission.ts'
import { Option } from 'commander'
import { MINUTE, SECOND } from '../clock.ts'
import type { Config } from '../config.ts'
import { CANARY_HEADER } from '../intake/accept.ts'
import { describeStore, withReader } from '../open-store.ts'
import type { SiteForms } from '../site-forms.ts'
import type { DeliveryState } from '../store/store.ts'
import { listAcceptingTargets, type TargetConfig } from '../targets/targets.ts'
import { changeSubmissions } from './change-store.ts'
import { type Command, type CommandArgs, formatTable } from './command.ts'
import { describeDeliveries, isOpenStatus } from './describe.ts'
import { writeCanaryResult } from './doctor/canary.ts'
import { FORM_OPTION, parseCount, suggestForm } from './query.ts'

/** Milliseconds between looks at the store. */
const PAUSE = SECOND / 2
/** Milliseconds to wait for a response of the public address. */
const REPLY_TIMEOUT = MINUTE

const LIMIT = 'Delivered means that the receiver accepted the submission, not that it kept it.'

interface Row {
  form: string
  target: string
  status: string
  detail: string
}

type CanaryArgs = Pick<CommandArgs, 'forms' | 'form' | 'url' | 'minutes'>

/**
 * Submits forms through the public address, as a visitor's browser does, and waits until every target reports the
 * delivery. Delivered test submissions are deleted; others stay, so that their deliveries continue and raise alerts.
 */
export const canaryCommand = {
  usage: 'canary',
  description: 'submit forms through the public address and wait until every target has delivered them',
  options: [
    FORM_OPTION,
    new Option('--url <origin>', "another address than the site's"),
    new Option('--minutes <number>', 'how long to wait for the deliveries').default(10).argParser(parseCount),
  ],
  async run(config: Config, { forms, form, url, minutes = 10 }: CanaryArgs) {
    const address = url ?? forms.site.relay ?? forms.site.url
    const rows: Row[] = []
    for (const contract of chooseForms(config.targets, forms, form))
      rows.push(...(await tryForm(config, contract, address, minutes * MINUTE)))
    const ok = rows.every(({ status }) => status === 'delivered' || status === 'skipped')
    const warnings: string[] = []
    await writeCanaryResult(config.spool, ok).catch(({ message }: Error) => warnings.push(message))
    const table = formatTable(rows.map(({ form, target, status, detail }) => [form, target, status, detail]))
    return { data: { address, rows }, text: `${table}\n${LIMIT}`, warnings, ok }
  },
} satisfies Command

/** Returns the given form or, without one, as few forms as reach every target. */
function chooseForms(targets: readonly TargetConfig[], site: SiteForms, only: string | undefined): Contract[] {
  const sent = Object.values(site.forms).filter(({ delivery }) => delivery === 'relay')
  if (only !== undefined) {
    const chosen = sent.filter(({ formType }) => formType === only)
    if (chosen.length > 0) return chosen
    throw new Error(`There is no form ${only}.${suggestForm(only, site)}`)
  }
  const reached = new Set<string>()
  return sent.filter(({ formType }) => {
    const names = listAcceptingTargets(targets, formType).filter((name) => !reached.has(name))
    for (const name of names) reached.add(name)
    return names.length > 0
  })
}

async function tryForm(config: Config, contract: Contract, address: string, timeout: number): Promise<Row[]> {
  const form = contract.formType
  const createFailedRow = (detail: string): Row[] => [{ form, target: '', status: 'failed', detail }]
  const posted = await post(contract, { address, query: formatRelayQuery(config.publicKey) }).catch(
    (error: Error) => error,
  )
  if (posted instanceof Error) return createFailedRow(describeFetchError(posted, address))
  const { id, detail } = await readReply(posted)
  if (id === undefined) return createFailedRow(`${address} returned ${detail}`)
  const deliveries = await waitForDeliveries(config, id, timeout)
  if (!deliveries)
    return createFailedRow(`accepted as ${id}, which is not in ${describeStore(config)}: is this another relay?`)
  if (deliveries === 'spam') return createFailedRow(`held as spam: ${id}`)
  const hasEnded = deliveries.every(({ status }) => !isOpenStatus(status))
  if (hasEnded) await changeSubmissions(config, [id], () => ({ do: 'drop', id }))
  return deliveries.map(({ target, status, history }) => {
    const detail = history.at(-1)?.detail ?? 'not attempted yet'
    const next = hasEnded ? '' : `; see relay show ${id}`
    // A target that skips a delivery abandons it.
    return { form, target, status: status === 'abandoned' ? 'skipped' : status, detail: `${detail}${next}` }
  })
}

function post(contract: Contract, relay: RelayAddress): Promise<Response> {
  const given = Object.fromEntries(contract.given.map((name) => [name, 'Canary']))
  const submission = { ...createSample(contract), given }
  return submitWithJavaScript(relay, submission, {
    headers: { [CANARY_HEADER]: '1' },
    redirect: 'manual',
    signal: AbortSignal.timeout(REPLY_TIMEOUT),
  })
}

/** Returns the id of an accepted submission; for any other response, only a description. */
async function readReply(response: Response): Promise<{ id?: string | undefined; detail: string }> {
  const detail = `${response.status} ${response.headers.get('location') ?? response.headers.get('content-type') ?? ''}`
  const reply = (await response.json().catch(() => undefined)) as { id?: string; code?: string } | undefined
  return {
    id: response.status === 202 ? reply?.id : undefined,
    detail: reply?.code ? `${response.status} ${reply.code}` : detail,
  }
}

/** Explains why a request got no response. Node hides the reason in `cause`. */
function describeFetchError(error: Error, address: string): string {
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException
  return `${address} does not respond: ${code ?? message}`
}

/**
 * Waits until every delivery has ended or the time is up.
 * @returns the deliveries; `spam` if the submission was held; undefined if it was not found
 */
async function waitForDeliveries(config: Config, id: string, timeout: number) {
  const end = performance.now() + timeout
  return withReader(config, async (store): Promise<DeliveryState[] | 'spam' | undefined> => {
    for (let shown = ''; ; ) {
      const entry = await store.read(id)
      const state = describeDeliveries(entry?.deliveries ?? [])
      if (state !== shown && process.stderr.isTTY) process.stderr.write(`${state}\n`)
      shown = state
      if (entry?.place === 'spam') return 'spam'
      const isOpen = !entry || entry.deliveries.some(({ status }) => isOpenStatus(status) && status !== 'dead')
      if (!isOpen || performance.now() > end) return entry?.deliveries
      await wait(PAUSE)
    }
  })
}
