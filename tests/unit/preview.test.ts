import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordHolder } from '../../cli/preview/holder.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'

const out = mkdtempSync(path.join(tmpdir(), 'preview-'))
const at = (...names: string[]) => path.join(out, ...names)
for (const folder of ['site', 'hosting']) mkdirSync(at(folder))
writeFileSync(at('site', 'index.html'), 'home')
writeFileSync(at('site', 'secret.html'), 'secret')
writeFileSync(at('hosting', 'headers.json'), '[{"path":"/*","headers":{}}]')
writeFileSync(at('hosting', 'redirects.json'), '[]')
// The relay address uses a port on which nothing listens.
const server = createPreviewServer(out, () => 'http://127.0.0.1:9')
let port: number
beforeAll(async () => {
  port = await listen(server, '127.0.0.1', 0)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(out, { recursive: true, force: true })
})

/** Returns the status, or the code of the error that ended the connection. */
const get = (target: string) =>
  new Promise((resolve) => {
    request({ port, path: target, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end()
  })

describe('listen', () => {
  it('names the running process that may be using the port, if the data folder of the relay contains its id', async () => {
    const listenAgain = () => listen(createServer(), '127.0.0.1', port, out)
    await expect(listenAgain()).rejects.toThrow(`Port ${port} is already in use. Stop the program that uses it, or`)
    recordHolder(out)
    await expect(listenAgain()).rejects.toThrow(
      `Process ${process.pid} (site dev, preview or start) may be using it: stop it with "kill ${process.pid}", or`,
    )
  })
})

describe('the preview', () => {
  it.each([
    ['a request for a missing page when there is no 404 page', '/nowhere', 404],
    ['a request to a relay that is down when there is no 502 page', '/inbox', 502],
    ['a request with an invalid target', 'http://[', 400],
  ])('keeps serving after %s', async (_, target, status) => {
    expect(await get(target)).toBe(status)
    expect(await get('/')).toBe(200)
  })

  it.each(['hosting', 'site'])('keeps serving after the folder %s was temporarily missing', async (folder) => {
    renameSync(at(folder), at('moved'))
    expect(await get('/')).toBe(folder === 'hosting' ? 500 : 404)
    renameSync(at('moved'), at(folder))
    expect(await get('/')).toBe(200)
  })

  it('keeps serving after a file was removed while it was being sent', async () => {
    server.prependOnceListener('request', (_, response) => {
      response.prependOnceListener('pipe', () => rmSync(at('site', 'secret.html')))
    })
    expect(await get('/secret')).toBe('ECONNRESET')
    expect(await get('/')).toBe(200)
  })
})
