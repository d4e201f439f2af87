import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ContentEdit } from '../../cli/editor/changes/change-set.ts'
import { projectRoot } from '../../cli/paths.ts'
import type { AuditEvent } from '../../cli/studio/audit-log.ts'
import type { Mailer } from '../../cli/studio/mailer.ts'
import type { Person } from '../../cli/studio/person.ts'
import { createPublisher } from '../../cli/studio/publish/publisher.ts'
import type { Studio } from '../../cli/studio/studio.ts'
import { openStudioContent } from '../../cli/studio/studio.ts'

export const ada: Person = { id: 'ada-example-com', name: 'Ada', email: 'ada@example.com', may: ['edit'] }
export const ben: Person = { id: 'ben-example-com', name: 'Ben', email: 'ben@example.com', may: ['edit', 'publish'] }
export const cleo: Person = { id: 'cleo-example-com', name: 'Cleo', email: 'cleo@example.com', may: ['leads'] }

/** A build that only copies the content, so that tests of other steps are fast. */
export const copyBuild = path.join(projectRoot, 'tests', 'studio', 'copy-build.mjs')
export const SERVICE = 'content/services/listing-care.yaml'
export const HEADING = 'A page that says what the parcel holds.'

export const heading = (value: string, was: string = HEADING): ContentEdit => ({
  ...{ kind: 'set', file: SERVICE, path: ['hero', 'heading'], value, was },
})

/** Runs git with an identity of its own. */
export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'init.defaultBranch=main']
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** Opens a studio of the site in a folder, without a server. */
export function openTestStudio(home: string, changed: Partial<Studio['settings']> = {}, program = copyBuild) {
  const mails: Parameters<Mailer['send']>[0][] = []
  const events: AuditEvent[] = []
  let all: readonly Person[] = [ada, ben, cleo]
  let isComplete = true
  const content = path.join(home, 'content')
  const studio: Studio = {
    settings: {
      ...{ url: new URL('https://edit.example.com'), host: '127.0.0.1', port: 0, content, mail: undefined },
      ...{ out: path.join(home, 'dist'), data: path.join(home, '.northshelf', 'studio'), relay: undefined },
      deploy: 'mkdir -p live.new && cp -R dist/site/. live.new && rm -rf live && mv live.new live',
      ...changed,
    },
    people: {
      list: () => all,
      findByEmail: (email) => all.find((person) => person.email === email),
      isComplete: () => isComplete,
      findById: (id) => all.find((person) => person.id === id),
      allowed: (permission) => all.filter(({ may }) => may.includes(permission)),
    },
    content: openStudioContent(content),
    log: { write: (event) => void events.push(event) },
    mailer: { send: (mail) => void mails.push(mail) },
  } as Studio
  const publisher = createPublisher(studio, program)
  const { changes } = studio.content
  /** Waits until a publication is finished. */
  async function finish(id: string) {
    await publisher.resume()
    const publication = publisher.publications.read(id)
    const { name, message } = publication.steps.find(({ state }) => state === 'failed') ?? {}
    return { id, publication, states: publication.steps.map(({ state }) => state).join(' '), failed: name, message }
  }
  return {
    studio,
    publisher,
    mails,
    events,
    /** Replaces the people. @param complete whether `studio.yaml` has no errors */
    setPeople(people: readonly Person[], complete = true): void {
      all = people
      isComplete = complete
    },
    propose: (person: Person, ...edits: ContentEdit[]) => changes.propose(person.id, { edits, author: person.name }),
    /** Publishes the changes of a person, and waits for the result. */
    publish: async (name: string, by = ben) => finish(await publisher.publish(name, changes.summary(name).hash, by)),
    finish,
    /** Tries a failed publication again, and waits for the result. */
    retry(id: string) {
      publisher.retry(id)
      return finish(id)
    },
  }
}

/**
 * Creates a site in a temporary folder: a clone of a bare repository, or as `kind` says.
 * @param parent folder in which to create it
 */
export function createSite(kind: 'clone' | 'local' | 'plain' = 'clone', parent = tmpdir()) {
  const root = mkdtempSync(path.join(parent, 'publish-'))
  const home = path.join(root, 'home')
  const remote = path.join(root, 'remote.git')
  mkdirSync(home)
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), path.join(home, 'content'), { recursive: true })
  writeFileSync(path.join(home, '.gitignore'), '.northshelf\ndist\nlive\nlive.new\nfail-*\n')
  if (kind !== 'plain') {
    git(home, 'init', '--quiet')
    git(home, 'add', '.')
    git(home, 'commit', '--quiet', '-m', 'First')
  }
  if (kind === 'clone') {
    git(root, 'init', '--quiet', '--bare', remote)
    git(home, 'remote', 'add', 'origin', remote)
    git(home, 'push', '--quiet', '--set-upstream', 'origin', 'main')
  }
  const read = (file: string) => (existsSync(path.join(home, file)) ? readFileSync(path.join(home, file), 'utf8') : '')
  return {
    root,
    home,
    remote,
    read,
    write: (file: string, text: string) => writeFileSync(path.join(home, file), text),
    /** Changes a file in a clone of the remote repository and pushes it, as a developer does. */
    pushAsDeveloper(file: string, change: (text: string) => string) {
      const clone = path.join(root, 'developer')
      if (existsSync(clone)) git(clone, 'pull', '--quiet', '--ff-only')
      else git(root, 'clone', '--quiet', remote, clone)
      const place = path.join(clone, file)
      writeFileSync(place, change(existsSync(place) ? readFileSync(place, 'utf8') : ''))
      git(clone, 'add', '.')
      git(clone, 'commit', '--quiet', '-m', `Change ${file}`)
      git(clone, 'push', '--quiet')
    },
    /** The published heading of the service. */
    live: () => /heading: (.*)/.exec(read(SERVICE.replace('content', 'live')))?.[1],
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
