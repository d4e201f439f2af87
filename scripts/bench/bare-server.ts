import type { AddressInfo } from 'node:net'
import express from 'express'
import { LEADS } from '../../tests/chaos/submission.ts'

/** Baseline for the relay: the same Express server, but without storage. Runs in its own process. */
const app = express()
app.post(LEADS, express.json(), (req, res) => {
  res.status(202).json({ id: req.get('idempotency-key'), status: 'queued', receivedAt: new Date().toISOString() })
})
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ msg: 'started', address: `http://127.0.0.1:${port}` })}\n`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
