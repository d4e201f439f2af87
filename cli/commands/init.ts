import path from 'node:path'
import { listRoutes } from '@northshelf/site/routes.ts'
import pc from 'picocolors'
import { commandName } from '../diagnostics/command-name.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { loadContent } from '../engine/load.ts'
import { fillTemplate } from '../scaffold/init/fill-template.ts'
import { describeMissing, parseAnswers } from '../scaffold/init/parse-answers.ts'
import { type Answers, questionTexts } from '../scaffold/init/question-texts.ts'
import { promptForAnswers, questions } from '../scaffold/init/questions.ts'
import { checkFolderIsEmpty, writeFolder } from '../scaffold/init/write-folder.ts'
import { printJson } from './options.ts'

export interface InitOptions extends Answers {
  json: boolean
  quiet: boolean
}

/**
 * `site init <folder>`: creates content with placeholder text for a new site. Writes nothing if the resulting content
 * is invalid.
 * @throws Failure
 */
export async function runInitCommand(shown: string, { json, quiet, ...flags }: InitOptions): Promise<void> {
  const folder = path.resolve(shown)
  checkFolderIsEmpty(folder, shown)
  const answers = await complete(flags, shown)
  const files = fillTemplate(answers)
  let pages: string[] = []
  await writeFolder(folder, files, async (draft) => {
    const { content, problems } = await loadContent(draft)
    const lines = problems.map(({ file, line, message, help = '' }) => `${file}:${line}  ${message}. ${help}`)
    if (!content || problems.length > 0) throw new Failure(`${lines.join('\n')}\nNothing was written.`, exitCodes.usage)
    pages = listRoutes(content).map((route) => route.path)
  })
  if (json) printJson({ folder, files: [...files.keys()], pages })
  else
    process.stdout.write(
      `${pc.green('✓')} ${shown}: ${files.size} files, ${pages.length} pages\n${quiet ? '' : next(shown)}`,
    )
}

/**
 * Completes the answers: asks for them at a terminal if a required one is missing, otherwise uses defaults.
 * @throws Failure if an option is invalid, or if a required one is missing and there is no terminal
 */
async function complete(flags: Answers, shown: string): Promise<Required<Answers>> {
  const { answers, invalid, missing } = parseAnswers(flags)
  const canAsk = process.stdin.isTTY && process.stderr.isTTY
  const example = `site init ${shown} --name 'Harbor & Pine' --url https://harbor.example --email hello@harbor.example`
  const unanswered = missing.length > 0 && !canAsk ? [`${describeMissing(missing)} Example: ${example}`] : []
  const problems = [...invalid, ...unanswered]
  if (problems.length > 0) throw new Failure([...problems, 'Nothing was written.'].join('\n'), exitCodes.usage)
  if (missing.length > 0) return promptForAnswers(answers)
  for (const name of Object.keys(questionTexts) as (keyof Answers)[])
    answers[name] ??= questions[name].standard?.(answers) ?? ''
  return answers as Required<Answers>
}

function next(shown: string): string {
  const folder = /^[\w./~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`
  const commands = { dev: 'preview while you write', check: 'list problems', build: 'build the site into dist' }
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(
    ([name, what]) => `    ${commandName} ${name.padEnd(width)} --content ${folder}   # ${what}\n`,
  )
  return `  Each placeholder explains what to write. Start with site.yaml, facts.yaml and pages/home.yaml:\n${lines.join('')}`
}
