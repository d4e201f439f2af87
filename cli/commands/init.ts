import path from 'node:path'
import pc from 'picocolors'
import { listRoutes } from '../../src/routes.ts'
import { ask } from '../init/ask.ts'
import { type Answers, flagOf } from '../init/asked.ts'
import { choose } from '../init/choose.ts'
import { fillTemplate } from '../init/fill-template.ts'
import { questions } from '../init/questions.ts'
import { refuseTaken, writeFolder } from '../init/write-folder.ts'
import { commandName } from '../report/command-name.ts'
import { exit, Failure } from '../report/failure.ts'
import { load } from './check.ts'

export interface InitOptions extends Answers {
  json: boolean
  quiet: boolean
}

/**
 * `site init <folder>`: the content of a new site, in which every text says what to write. All of it is written, and
 * passes the check, or nothing is. @throws Failure
 */
export async function init(shown: string, { json, quiet, ...flags }: InitOptions): Promise<void> {
  const folder = path.resolve(shown)
  refuseTaken(folder, shown)
  const answers = await complete(readFlags(flags), shown)
  const files = fillTemplate(choose(answers))
  let pages: string[] = []
  await writeFolder(folder, files, async (draft) => {
    const { content, problems } = await load(draft)
    const said = problems.map(({ file, line, message, help = '' }) => `${file}:${line}  ${message}. ${help}`)
    if (!content || problems.length > 0) throw new Failure(`${said.join('\n')}\nNothing was written.`, exit.usage)
    pages = listRoutes(content).map((route) => route.path)
  })
  if (json) process.stdout.write(`${JSON.stringify({ version: 1, folder, files: [...files.keys()], pages })}\n`)
  else
    process.stdout.write(
      `${pc.green('✓')} ${shown}: ${files.size} files, ${pages.length} pages\n${quiet ? '' : next(shown)}`,
    )
}

/** Flags are answers as well, and are looked at as such. */
function readFlags(flags: Answers): Answers {
  return Object.fromEntries(
    Object.entries(questions).flatMap(([name, { fault }]) => {
      const answer = flags[name as keyof Answers]?.trim().replace(/\s+/g, ' ')
      const wrong = answer === undefined ? undefined : fault(answer)
      if (wrong) throw new Failure(`${flagOf(name)} "${answer}": ${wrong}. Nothing was written.`, exit.usage)
      return answer === undefined ? [] : [[name, answer]]
    }),
  )
}

/** Only a person at a terminal is asked; a program is told what is missing. */
async function complete(given: Answers, shown: string): Promise<Required<Answers>> {
  if (process.stdin.isTTY && process.stderr.isTTY) return ask(given)
  const all = Object.entries(questions)
  const missing = all.flatMap(([name, { needed }]) => (needed && !(name in given) ? flagOf(name) : []))
  if (missing.length > 0)
    throw new Failure(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing, such as site init ${shown} --name 'Harbor & Pine' --url https://harbor.example --email hello@harbor.example.`,
      exit.usage,
    )
  const answers = { ...given }
  for (const [name, { standard }] of all) answers[name as keyof Answers] ??= standard?.(answers) ?? ''
  return answers as Required<Answers>
}

function next(shown: string): string {
  const folder = /^[\w./~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`
  const commands = {
    dev: 'the site while you write',
    check: 'what is wrong with it',
    build: 'what to publish, in dist',
  }
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, what]) =>
      `    ${`${commandName} ${name}`.padEnd(commandName.length + 1 + width)} --content ${folder}   # ${what}\n`,
  )
  return `  Every text in it says what to write there. Begin with site.yaml, facts.yaml and pages/home.yaml:\n${lines.join('')}`
}
