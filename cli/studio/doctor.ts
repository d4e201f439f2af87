import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { findWriteProblem } from '../diagnostics/find-write-problem.ts'
import { isError } from '../diagnostics/problem.ts'
import { readGit } from '../diff/git.ts'
import { PEOPLE_FILE } from '../paths.ts'
import { createMailTransport } from './mailer.ts'
import { readPeopleFile } from './people-file.ts'
import type { StudioSettings } from './settings.ts'

/** Result of one check. `warn`: a part of the studio does not work or is not set up; `fail`: the studio cannot be used. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Milliseconds to wait for the relay. */
const TIMEOUT = 5_000

/** Checks everything that a studio needs. Changes nothing. */
export async function checkStudio(settings: StudioSettings): Promise<Finding[]> {
  const { url, content, data } = settings
  const home = path.dirname(content)
  const writeProblems = [data, content].map(findWriteProblem).filter((problem) => problem !== undefined)
  return [
    {
      check: 'address',
      level: 'ok',
      detail: `${url.origin}${url.protocol === 'http:' ? ', only on this machine' : ''}`,
    },
    checkPeople(home),
    finding('folders', writeProblems.join(' '), `${content} and ${data} are writable`, 'fail'),
    await checkMail(settings.mail),
    await checkRelay(settings.relay),
    checkGit(home),
    checkDeploy(settings.deploy, home),
  ]
}

/** @param problem empty or undefined if there is none */
function finding(check: string, problem: string | undefined, detail: string, level: 'warn' | 'fail' = 'warn'): Finding {
  return problem ? { check, level, detail: problem } : { check, level: 'ok', detail }
}

function checkPeople(home: string): Finding {
  const file = path.join(home, PEOPLE_FILE)
  const check = 'people'
  if (!existsSync(file)) return { check, level: 'fail', detail: `${file} does not exist; list the people in it` }
  const { readable, problems } = readPeopleFile(home)
  const error = problems.find(isError)
  if (error)
    return { check, level: 'fail', detail: `${file}:${error.line}: ${error.message}; site check shows all problems` }
  const canPublish = readable.some(({ may }) => may.includes('publish'))
  const unpublished = 'nobody may publish; add "publish" to the permissions of somebody'
  return finding(check, canPublish ? undefined : unpublished, `${readable.length} in ${PEOPLE_FILE}`)
}

async function checkMail(mail: StudioSettings['mail']): Promise<Finding> {
  const check = 'mail'
  const unset = 'SMTP_URL and SMTP_FROM are not set: print links for signing in with site studio link'
  if (!mail) return { check, level: 'warn', detail: unset }
  const error = await createMailTransport(mail)
    .verify()
    .then(
      () => undefined,
      (reason: Error) => reason,
    )
  return finding(check, error && `${error.message}; check SMTP_URL`, `connected to ${new URL(mail.url).host}`, 'fail')
}

async function checkRelay(relay: StudioSettings['relay']): Promise<Finding> {
  const check = 'relay'
  if (!relay) return { check, level: 'warn', detail: 'STUDIO_RELAY is not set: the studio shows no leads' }
  const error = await fetch(relay.url, { signal: AbortSignal.timeout(TIMEOUT) }).then(
    () => undefined,
    (reason) => reason,
  )
  const problem = error && `${relay.url} does not answer (${error.cause?.code ?? error.name}); check STUDIO_RELAY`
  return finding(check, problem, `${relay.url} answers`, 'fail')
}

function checkGit(home: string): Finding {
  const git = (...args: string[]) => readGit(home, args).stdout?.toString('utf8').trim()
  const isRepository = existsSync(home) && git('rev-parse', '--is-inside-work-tree') === 'true'
  if (!isRepository)
    return { check: 'git', level: 'warn', detail: `${home} is not in a repository: publications are not committed` }
  const remote = git('remote')
  return finding(
    'git',
    remote ? undefined : 'no remote: publications are committed but not pushed',
    `pushes to ${remote}`,
  )
}

function checkDeploy(command: string | undefined, home: string): Finding {
  const check = 'deploy'
  const unset = 'STUDIO_DEPLOY is not set: visitors must be served from the output folder of this project'
  if (!command) return { check, level: 'warn', detail: unset }
  const [program = ''] = command.trim().split(' ')
  const folders = program.includes('/') ? [home] : (process.env.PATH ?? '').split(path.delimiter)
  const isFound = folders.some((folder) => isExecutable(path.resolve(folder, program)))
  return finding(check, isFound ? undefined : `${program} is not a program; check STUDIO_DEPLOY`, command, 'fail')
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
