import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Writes or updates a pull request comment that lists the affected pages. pull-request-comment.yml runs this script
 * after the workflow that runs the pull request's code, and passes it only the text output of that workflow. The script
 * uses no packages, because it has a token with write access. It quotes the text as code, in which GitHub shows no links,
 * images, HTML or mentions.
 */

/** Identifies the comment. GitHub does not display it. */
const MARKER = '<!-- what this changes of the site -->'
/** Author of comments written with a workflow's token. */
const AUTHOR = 'github-actions[bot]'
/** Maximum length of the quoted text; GitHub accepts comments of 65,536 characters. */
const MAX_LENGTH = 50_000
/** Matches control characters other than line breaks, and characters that change the direction of text. */
const HIDDEN = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN } = process.env
const [, , file] = process.argv
const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`

/** Calls the GitHub API and returns the parsed response. @throws Error if the status is not 2xx */
async function call(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Finds the open pull request for the built commit. Trusts only the event, not the artifact. */
async function findPull({ head_repository, head_branch, head_sha }) {
  const head = encodeURIComponent(`${head_repository.owner.login}:${head_branch}`)
  const pulls = await call('GET', `${repository}/pulls?state=open&head=${head}`)
  return pulls.find((pull) => pull.head.sha === head_sha)
}

async function findComment(comments) {
  for (let page = 1; ; page += 1) {
    const batch = await call('GET', `${comments}?per_page=100&page=${page}`)
    const found = batch.find(({ body, user }) => user.login === AUTHOR && body.startsWith(MARKER))
    if (found || batch.length < 100) return found
  }
}

/** Returns the text as a code block, whose fence is longer than any run of backticks in the text. */
function quote(text) {
  const plain = stripVTControlCharacters(text).replace(HIDDEN, '').trimEnd()
  const runs = [...plain.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return `${fence}text\n${plain}\n${fence}`
}

async function comment() {
  if (!existsSync(file)) return 'No comment: the site was not built.'
  const { workflow_run: run } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'))
  const pull = await findPull(run)
  if (!pull) return 'No comment: the pull request has newer commits, or is closed.'
  const quoted = quote(readFileSync(file, 'utf8').slice(0, MAX_LENGTH))
  const body = `${MARKER}\n### Pages affected\n\nThe code of this pull request reports:\n\n${quoted}\n\n[Pages before and after](${run.html_url}) are in the artifact \`review\`.\n\n<sub>${run.head_sha.slice(0, 7)}</sub>\n`
  const comments = `${repository}/issues/${pull.number}/comments`
  const existing = await findComment(comments)
  if (existing) await call('PATCH', `${repository}/issues/comments/${existing.id}`, { body })
  else await call('POST', comments, { body })
  return `${existing ? 'Updated' : 'Wrote'} the comment on #${pull.number}.`
}

process.stdout.write(`${await comment()}\n`)
