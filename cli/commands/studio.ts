import { existsSync } from 'node:fs'
import path from 'node:path'
import pc from 'picocolors'
import { cacheRoot } from '../cache.mjs'
import { commandName } from '../diagnostics/command-name.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { formatProblem } from '../diagnostics/formats/pretty.ts'
import { PEOPLE_FILE } from '../paths.ts'
import { checkStudio } from '../studio/doctor.ts'
import { createLocalPeople, openPeople, type People } from '../studio/people.ts'
import { startStudio } from '../studio/serve.ts'
import { readStudioSettings, type StudioOptions, type StudioSettings } from '../studio/settings.ts'
import { createSignInLink, openSignIns } from '../studio/sign-in/sign-ins.ts'
import type { CommonOptions } from './options.ts'
import { waitForInterrupt } from './preview.ts'

/** `site studio`: serves the studio until it is interrupted. */
export async function runStudioCommand(options: StudioOptions): Promise<void> {
  const settings = readStudioSettings(options)
  const people = openStudioPeople(settings)
  requirePeople(people)
  const interrupted = waitForInterrupt()
  const studio = await startStudio(settings, people)
  process.stdout.write(`${pc.bold('Studio')}  ${pc.cyan(settings.url.origin)}\n`)
  await interrupted
  await studio.close()
}

/**
 * Starts a studio for the person at this machine on a free port, and prints a link that signs the person in. Without a
 * `studio.yaml`, that person has all permissions. Only prints an error if the studio does not start.
 * @returns a function that stops it
 */
export async function startLocalStudio(
  { content, out }: CommonOptions,
  relay: StudioSettings['relay'],
): Promise<() => Promise<void>> {
  try {
    const hasPeople = existsSync(path.join(path.dirname(path.resolve(content)), PEOPLE_FILE))
    const data = hasPeople ? undefined : path.join(cacheRoot, 'studio')
    const settings = readStudioSettings({ content, out, data, host: '127.0.0.1', port: '0' })
    const people = hasPeople ? openStudioPeople(settings) : createLocalPeople()
    requirePeople(people)
    const studio = await startStudio({ ...settings, relay }, people)
    const [person] = [...people.allowed('publish'), ...people.list()]
    const link = person && (await createSignInLink(settings, person))
    process.stdout.write(`  ${pc.bold('Studio')} ${pc.cyan(link)}\n`)
    return studio.close
  } catch (error) {
    process.stderr.write(`The studio did not start. ${(error as Error).message}\n`)
    return async () => {}
  }
}

/** `site studio link <email>`: prints a link that signs a person in. */
export async function runStudioLinkCommand(email: string, options: StudioOptions): Promise<void> {
  const settings = readStudioSettings(options)
  const people = openStudioPeople(settings)
  const person = people.findByEmail(email)
  if (!person) {
    requirePeople(people)
    throw new Failure(`studio.yaml lists nobody with the address ${email}.`, exitCodes.usage)
  }
  process.stdout.write(`${await createSignInLink(settings, person)}\n`)
}

/** `site studio sessions`: lists who is signed in. With `revoke`, ends the sessions with this id or email address. */
export async function runStudioSessionsCommand(options: StudioOptions & { revoke?: string }): Promise<void> {
  const { sessions } = openSignIns(readStudioSettings(options).data)
  const { revoke } = options
  const all = await sessions.list()
  const chosen = all.filter(
    ({ id, email }) => revoke === undefined || email === revoke.toLowerCase() || shorten(id) === revoke,
  )
  if (revoke !== undefined && chosen.length === 0)
    throw new Failure(
      `There is no session "${revoke}". To list all, run: ${commandName} studio sessions`,
      exitCodes.usage,
    )
  for (const { id, email, created } of chosen) {
    if (revoke !== undefined) await sessions.remove(id)
    const since = new Date(created).toISOString()
    process.stdout.write(`${revoke === undefined ? '' : 'ended '}${shorten(id)}  ${since}  ${email}\n`)
  }
}

/** `site studio doctor`: checks everything that the studio needs. @throws Failure with exit code 1 if it cannot be used */
export async function runStudioDoctorCommand(options: StudioOptions): Promise<void> {
  const findings = await checkStudio(readStudioSettings(options))
  for (const { level, check, detail } of findings)
    process.stdout.write(`${level.padEnd(4)}  ${check.padEnd(8)}  ${detail}\n`)
  if (findings.some(({ level }) => level === 'fail')) throw new Failure('', exitCodes.problems)
}

const shorten = (id: string) => id.slice(0, 12)

/** Prints the problems of `studio.yaml`, now and whenever it changes. */
function openStudioPeople({ content }: StudioSettings): People {
  const home = path.dirname(content)
  return openPeople(home, ({ problems, text }) => {
    for (const problem of problems) process.stderr.write(`${formatProblem(problem, text, content)}\n\n`)
  })
}

/** @throws Failure if `studio.yaml` is missing or has errors */
function requirePeople(people: People): void {
  if (people.isComplete()) return
  const example = 'people:\n  - name: Ada Miller\n    email: ada@example.com\n    may: [edit, publish, leads]'
  throw new Failure(`studio.yaml, next to the content folder, must list the people:\n\n${example}`, exitCodes.problems)
}
