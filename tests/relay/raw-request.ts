import net from 'node:net'
import { onTestFinished } from 'vitest'

export interface RawResponse {
  status: number
  text: string
}

/**
 * Sends raw bytes and reads until the response is complete or the connection closes. Used for requests that `fetch`
 * cannot send: incomplete or slow bodies, and wrong content lengths.
 */
export function rawRequest(
  address: string,
  send: (socket: net.Socket) => void | Promise<void>,
  /** Keeps the client's end of the connection open until the end of the test. */
  { stays = false } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: stays })
    if (stays) onTestFinished(() => void socket.destroy())
    let text = ''
    const settle = () => resolve({ status: Number(text.split(' ')[1] ?? 0), text })
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
      const [head = '', body] = text.split('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length))
        stays ? settle() : socket.destroy()
    })
    socket.on('close', settle)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? settle() : reject(error),
    )
    socket.on('connect', () => void Promise.resolve(send(socket)).catch(reject))
  })
}

/** Formats a POST request with any headers. */
export function rawPost(
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
  length = Buffer.byteLength(body),
): Buffer {
  const lines = Object.entries({ host: 'relay.test', 'content-length': String(length), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

/** Formats a multipart body from raw parts. */
export function multipart(boundary: string, parts: (string | Buffer)[], end = `--${boundary}--\r\n`): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), Buffer.from(part), Buffer.from('\r\n')]),
    Buffer.from(end),
  ])
}

export function field(name: string, value: string): string {
  return `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
}
