import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'

interface Comment {
  id: number
  user: { login: string }
  body: string
}
const MARKER = '<!-- what this changes of the site -->'
const run = {
  head_repository: { owner: { login: 'ada' } },
  head_branch: 'a b&c',
  head_sha: 'abcdef0123456789',
  html_url: 'https://host/run/1',
}

/** Starts a stub of the GitHub API with one open pull request that has these comments. */
async function startHost(comments: Comment[], sha = run.head_sha) {
  const written: { method: string | undefined; url: string; body: { body: string } }[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://host')
    const page = Number(url.searchParams.get('page'))
    const answers: Record<string, unknown> = {
      '/repos/harbor/site/pulls': url.searchParams.get('head') === 'ada:a b&c' ? [{ number: 7, head: { sha } }] : [],
      '/repos/harbor/site/issues/7/comments': comments.slice((page - 1) * 100, page * 100),
    }
    if (request.headers.authorization !== 'Bearer secret') response.writeHead(401)
    else if (request.method !== 'GET')
      written.push({ method: request.method, url: url.pathname, body: (await json(request)) as { body: string } })
    response.end(JSON.stringify(answers[url.pathname] ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { written, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function comment(address: string, token = 'secret', changes = '3 pages changed\n') {
  const folder = mkdtempSync(path.join(tmpdir(), 'comment-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [event, changesFile] = [path.join(folder, 'event.json'), path.join(folder, 'changes.txt')]
  writeFileSync(event, JSON.stringify({ workflow_run: run }))
  writeFileSync(changesFile, changes)
  const script = path.join(projectRoot, 'scripts', 'pull-request-comment.mjs')
  const env = {
    GITHUB_API_URL: address,
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'harbor/site',
    GITHUB_TOKEN: token,
  }
  const child = spawn(process.execPath, [script, changesFile], { env })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { stdout, stderr, code }
}

const bot = { login: 'github-actions[bot]' }
const others = Array.from({ length: 150 }, (_, id): Comment => ({ id, user: { login: 'ada' }, body: `${MARKER} mine` }))

it('the comment script creates its comment if the pull request does not have it yet', async () => {
  const host = await startHost(others)
  expect(await comment(host.address)).toEqual({ stdout: 'Wrote the comment on #7.\n', stderr: '', code: 0 })
  expect(host.written).toMatchObject([{ method: 'POST', url: '/repos/harbor/site/issues/7/comments' }])
  const body = host.written[0]?.body.body
  expect(body).toMatch(/^<!-- what this changes of the site -->\n.*\n```text\n3 pages changed\n```\n.*abcdef0/s)
})

it('the comment script shows text from the pull request only as code', async () => {
  const host = await startHost([])
  const hostile = '@everyone ![](https://evil.example/a.png)\n````\n<img src=x>\x1b[31m\u202Ered\r\n```text\n'
  await comment(host.address, 'secret', hostile)
  const body = host.written[0]?.body.body ?? ''
  const [, quoted = ''] = /\n`{5}text\n([\s\S]*?)\n`{5}\n/.exec(body) ?? []
  expect(quoted).toBe('@everyone ![](https://evil.example/a.png)\n````\n<img src=x>red\n```text')
  const own = body.replace(quoted, '').match(/https?:[^)]*|@\w+|<\w+/g)
  expect(own, 'the only link is to the run').toEqual(['https://host/run/1', '<sub'])
})

it('the comment script updates its own comment, which it recognizes by a marker among many comments', async () => {
  const host = await startHost([...others, { id: 500, user: bot, body: `${MARKER}\nbefore` }])
  expect((await comment(host.address)).stdout).toBe('Updated the comment on #7.\n')
  expect(host.written).toMatchObject([{ method: 'PATCH', url: '/repos/harbor/site/issues/comments/500' }])
})

it('the comment script writes no comment if the pull request has newer commits', async () => {
  const host = await startHost([], 'a newer commit')
  expect(await comment(host.address)).toMatchObject({ stdout: expect.stringContaining('newer commits'), code: 0 })
  expect(host.written).toEqual([])
})

it('the comment script fails and reports the request and status if GitHub rejects the token', async () => {
  const host = await startHost([])
  const { code, stderr } = await comment(host.address, 'wrong')
  expect(code).toBe(1)
  expect(stderr).toContain('pulls?state=open&head=ada%3Aa%20b%26c: 401')
})
