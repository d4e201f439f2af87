import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import puppeteer from 'puppeteer-core'
import { firefoxPath } from '../needs.ts'

/** A page in an engine other than Chromium. Keys and clicks are those of a visitor; `run` evaluates an expression. */
export interface EnginePage {
  goto(url: string): Promise<unknown>
  run<T>(expression: string): Promise<T>
  click(selector: string): Promise<unknown>
  /** Types text into the element that has the focus. */
  type(text: string): Promise<unknown>
  press(key: Key): Promise<unknown>
  /** What to type between the month, day and year of a date. Firefox goes to the next part by itself. */
  dateSeparator: string
  upload(selector: string, files: string[]): Promise<unknown>
  back(): Promise<unknown>
  forward(): Promise<unknown>
  close(): Promise<unknown>
}
type Key = 'Enter' | 'Tab' | ' '

export const engines = [
  { name: 'Firefox', need: 'firefox', open: openFirefox },
  { name: 'WebKit', need: 'webkit', open: openWebKit },
] as const

async function openFirefox(): Promise<EnginePage> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath ?? '',
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  const page = await browser.newPage()
  return {
    goto: (url) => page.goto(url),
    run: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: (selector) => page.click(selector),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    dateSeparator: '',
    async upload(selector, files) {
      const input = await page.$(selector)
      await (input as unknown as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(...files)
    },
    back: () => page.goBack(),
    forward: () => page.goForward(),
    close: () => browser.close(),
  }
}

/** Keys in WebDriver. https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<Key, string> = { Enter: '\uE007', ' ': ' ', Tab: '\uE004' }

/** Opens WebKitGTK through its WebDriver, on a screen that exists only in memory. */
async function openWebKit(): Promise<EnginePage> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const display = `:${(await readLine(screen)).trim()}`
  const port = await findFreePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env: { ...process.env, DISPLAY: display } })
  const address = `http://127.0.0.1:${port}/session`
  const request = async (method: string, path = '', body?: unknown) => {
    const response = await fetch(address + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value as never
  }
  const browserOptions = { binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', args: ['--automation'] }
  await waitForPort(port)
  const { sessionId } = await request('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  const send = (path: string, body: unknown = {}) => request('POST', `/${sessionId}${path}`, body)
  const find = async (selector: string) =>
    Object.values(await send('/element', { using: 'css selector', value: selector }))[0] as string
  const type = (text: string) =>
    send('/actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: [...text].flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    })
  return {
    goto: (url) => send('/url', { url }),
    run: <T>(expression: string) => send('/execute/sync', { script: `return (${expression})`, args: [] }) as Promise<T>,
    click: async (selector) => send(`/element/${await find(selector)}/click`),
    type,
    press: (key) => type(KEYS[key]),
    dateSeparator: KEYS.Tab,
    upload: async (selector, files) => send(`/element/${await find(selector)}/value`, { text: files.join('\n') }),
    back: () => send('/back'),
    forward: () => send('/forward'),
    async close() {
      await request('DELETE', `/${sessionId}`).catch(() => {})
      for (const program of [driver, screen]) program.kill()
    },
  }
}

async function readLine(program: ChildProcess): Promise<string> {
  const [data] = await once(program.stdout ?? program, 'data')
  return String(data)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined))) await new Promise(setImmediate)
}
