import { existsSync, readFileSync } from 'node:fs'

/**
 * Writes what a pull request makes of the site into one comment of it, which is updated in place. Run by
 * .github/workflows/pull-request-comment.yml after a run of the pull request's own code, of which only the text is taken.
 * Plain Node, no packages: here is a token that can write.
 */

/** Tells our comment from others; GitHub does not show it. */
const MARKER = '<!-- what this changes of the site -->'
/** Who the token of a workflow writes as. */
const AUTHOR = 'github-actions[bot]'
/** GitHub takes 65,536 characters. */
const MOST = 60_000

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN } = process.env
const [, , file] = process.argv
const repository = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`

/** @throws when the answer is no success */
async function call(method, address, body) {
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** The open pull request with the commit that was built: only what the event says is believed, not the artifact. */
async function findPull({ head_repository, head_branch, head_sha }) {
  const head = encodeURIComponent(`${head_repository.owner.login}:${head_branch}`)
  const pulls = await call('GET', `${repository}/pulls?state=open&head=${head}`)
  return pulls.find((pull) => pull.head.sha === head_sha)
}

async function findComment(comments) {
  for (let page = 1; ; page += 1) {
    const some = await call('GET', `${comments}?per_page=100&page=${page}`)
    const own = some.find(({ body, user }) => user.login === AUTHOR && body.startsWith(MARKER))
    if (own || some.length < 100) return own
  }
}

async function comment() {
  if (!existsSync(file)) return 'Nothing to say: the site was not built.'
  const { workflow_run: run } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'))
  const pull = await findPull(run)
  if (!pull) return 'Nothing to say: the pull request has newer commits, or is closed.'
  const text = readFileSync(file, 'utf8').slice(0, MOST)
  const body = `${MARKER}\n### What this changes of the site\n\n${text}\n<sub>${run.head_sha.slice(0, 7)}</sub>\n`
  const comments = `${repository}/issues/${pull.number}/comments`
  const own = await findComment(comments)
  if (own) await call('PATCH', `${repository}/issues/comments/${own.id}`, { body })
  else await call('POST', comments, { body })
  return `${own ? 'Updated' : 'Wrote'} the comment of #${pull.number}.`
}

process.stdout.write(`${await comment()}\n`)
