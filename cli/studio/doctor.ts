import path from 'node:path'
import { describeSystemError } from '../diagnostics/failure.ts'
import { findWriteProblem } from '../diagnostics/find-write-problem.ts'
import { isError } from '../diagnostics/problem.ts'
import { PEOPLE_FILE } from '../paths.ts'
import { createLeadsHeaders, LEADS_PATH } from './leads.ts'
import { createMailTransport } from './mailer.ts'
import { readPeopleFile } from './people-file.ts'
import { openRepository } from './publish/repository.ts'
import type { StudioSettings } from './settings.ts'

/** Result of one check. `warn`: a part of the studio is not set up; `fail`: a part does not work. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Milliseconds to wait for the relay. */
const TIMEOUT = 5_000

/** Checks everything that a studio needs. Changes nothing. */
export async function checkStudio({ url, content, data, mail, relay, deploy }: StudioSettings): Promise<Finding[]> {
  const home = path.dirname(content)
  const writeProblems = [data, content].map(findWriteProblem).filter((problem) => problem !== undefined)
  return [
    finding('address', url.origin),
    finding('people', `listed in ${PEOPLE_FILE}`, findPeopleProblem(home)),
    finding('folders', `${content} and ${data} are writable`, { fail: writeProblems.join(' ') }),
    mail
      ? await probe('mail', new URL(mail.url).host, 'SMTP_URL', () => createMailTransport(mail).verify())
      : finding('mail', '', { warn: 'SMTP_URL is not set: "site studio link" prints sign-in links' }),
    relay
      ? await probe('relay', relay.url, 'STUDIO_RELAY and STUDIO_RELAY_KEY', () => requestLeads(relay))
      : finding('relay', '', { warn: 'STUDIO_RELAY is not set: the studio shows no leads' }),
    finding('git', 'publications are committed and pushed', await findGitProblem(content)),
    deploy
      ? finding('deploy', deploy)
      : finding('deploy', '', { warn: 'STUDIO_DEPLOY is not set: the web server must serve the output folder' }),
  ]
}

/** The problem that a check has found; empty or undefined if there is none. */
type CheckProblem = { [level in 'warn' | 'fail']?: string | undefined }

function finding(check: string, detail: string, { warn, fail }: CheckProblem = {}): Finding {
  return { check, level: fail ? 'fail' : warn ? 'warn' : 'ok', detail: fail || warn || detail }
}

async function probe(check: string, place: string, setting: string, connect: () => Promise<unknown>): Promise<Finding> {
  const explain = ({ message, cause }: Error) => `${place}: ${(cause as Error | undefined)?.message || message}`
  const problem = await connect().then(() => undefined, explain)
  return finding(check, `${place} answers`, { fail: problem && `${problem}; check ${setting}` })
}

async function requestLeads({ url, key }: NonNullable<StudioSettings['relay']>): Promise<void> {
  const headers = createLeadsHeaders(key, 'site studio doctor')
  const { status } = await fetch(new URL(LEADS_PATH, url), { headers, signal: AbortSignal.timeout(TIMEOUT) })
  if (status !== 200) throw new Error(`status ${status}; RELAY_LEADS_KEY must be STUDIO_RELAY_KEY`)
}

function findPeopleProblem(home: string): CheckProblem {
  try {
    const { readable, problems } = readPeopleFile(home)
    const error = problems.find(isError)
    if (error) return { fail: `${PEOPLE_FILE}:${error.line}: ${error.message}; site check shows all problems` }
    const canPublish = readable.some(({ may }) => may.includes('publish'))
    return { warn: canPublish ? undefined : 'nobody may publish; give someone the permission "publish"' }
  } catch (error) {
    return { fail: `${path.join(home, PEOPLE_FILE)}: ${describeSystemError(error)}; list the people in this file` }
  }
}

async function findGitProblem(content: string): Promise<CheckProblem> {
  try {
    const repository = await openRepository(content)
    if (!repository) return { warn: `${content} is not in a repository: publications are not committed` }
    if (await repository.findUpstream()) return {}
    return { warn: 'the branch has no upstream: publications are committed but not pushed' }
  } catch (error) {
    return { fail: (error as Error).message }
  }
}
