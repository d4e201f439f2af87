import { mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import express from 'express'

/**
 * A plain server to compare the relay with: the same Express server, without validation and delivery. The first
 * argument is the number of syncs per submission: none (stores nothing), 1 (a synced file, whose name a power failure
 * can lose) or 3 (the relay's promise: a synced file, and syncs of both folders). The second argument is the folder.
 */
const [syncs = '0', folder = ''] = process.argv.slice(2)
const [incoming, queue] = ['incoming', 'queue'].map((name) => path.join(folder, name))
if (syncs !== '0') for (const created of [incoming, queue]) mkdirSync(created)

const app = express()
app.use(express.json(), async (req, res) => {
  const id = req.get('idempotency-key') ?? ''
  if (syncs !== '0') await store(`${id}.json`, JSON.stringify(req.body))
  res.status(202).json({ id, status: 'queued', receivedAt: new Date().toISOString() })
})

async function store(name, text) {
  const file = await open(path.join(incoming, name), 'wx')
  await file.writeFile(text)
  await file.sync()
  await file.close()
  if (syncs === '1') return
  await rename(path.join(incoming, name), path.join(queue, name))
  await Promise.all([syncFolder(queue), syncFolder(incoming)])
}

async function syncFolder(name) {
  const opened = await open(name)
  await opened.sync()
  await opened.close()
}

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  process.stdout.write(`${JSON.stringify({ msg: 'started', address: `http://127.0.0.1:${port}` })}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
