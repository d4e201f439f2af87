import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { valueAt } from '../../cli/content/value-at.ts'
import type { Entry } from '../../cli/editor/files/entry.ts'

/** An entry in the editor's text list. */
export interface ListedText {
  /** File and field, for example `pages/home.yaml · sections.0.heading`. */
  name: string
  text: string
}

/** Uses the keyboard to start editing a page and open the text list. Returns the list's entries. */
export async function listTexts(page: Page): Promise<ListedText[]> {
  const editor = page.locator('site-editor')
  if ((await editor.count()) === 0) {
    await page.keyboard.press('e')
    await editor.locator('.bar').waitFor()
  }
  if ((await editor.locator('.texts').count()) === 0)
    await editor.locator('.bar button', { hasText: 'Text' }).press('Enter')
  await editor.locator('.texts button').first().waitFor()
  return readTexts(page)
}

/** Returns the entries in the open text list. */
export const readTexts = (page: Page): Promise<ListedText[]> =>
  page.evaluate(() => {
    const buttons = document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('.texts button') ?? []
    return [...buttons].map((button) => ({
      // Converts the displayed name to the one that the server uses.
      name: (button.querySelector('small')?.textContent ?? '').replace(/(\.md · )text$/, '$1#body'),
      text: button.firstChild?.textContent ?? '',
    }))
  })

/**
 * Selects an entry in the text list and clicks its text on the page, or presses Enter if the text is not visible.
 * @returns an error message, or undefined if the text's field opens
 */
export async function openTextField(page: Page, index: number): Promise<string | undefined> {
  const { length } = await readTexts(page)
  const at = await page.evaluate(async (position) => {
    const root = document.querySelector('site-editor')?.shadowRoot
    const button = root?.querySelectorAll<HTMLElement>('.texts button')[position]
    button?.focus()
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const name = button?.querySelector('small')?.textContent
    const outlined = root?.querySelector('.outline b')?.textContent
    for (const box of root?.querySelectorAll('.outline i') ?? []) {
      const { left, top, width, height } = box.getBoundingClientRect()
      const [y, least] = [top + height / 2, 8]
      for (const x of [left + width / 2, left + width * 0.1, left + width * 0.9])
        if (width > least && document.elementFromPoint(x, y)?.tagName.startsWith('SITE') === false)
          return { name, outlined, x, y }
    }
    return { name, outlined }
  }, index)
  if (!at.name || at.name !== at.outlined) return `${index}: ${at.name} is outlined as ${at.outlined}`
  const isBody = at.name.endsWith('.md · text')
  if (at.x === undefined) await page.keyboard.press('Enter')
  else await page.mouse.click(at.x, at.y)
  const opened = page.locator('site-editor :is(.text-field textarea, .field.body textarea)').first()
  await opened.waitFor().catch(() => {})
  const name = (await opened.count()) > 0 ? await opened.getAttribute('aria-label') : 'nothing'
  await page.keyboard.press('Escape')
  if (isBody) await listTexts(page)
  else await opened.waitFor({ state: 'detached' })
  // Closes menus, which stay open while they contain the focus or the pointer.
  await page.locator('site-editor #panel-title').focus()
  await page.mouse.move(2, 2)
  await page.waitForFunction(
    (count) => document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('.texts button').length === count,
    length,
  )
  return name === at.name || isBody ? undefined : `${at.name}: ${name} opened`
}

/** Creates a client for the editor's API that changes text and restores it. */
export function createEditClient(site: string, folder: string) {
  let token = ''
  const ask = async <T>(name: string, sent?: unknown): Promise<T> => {
    token ||= ((await (await fetch(`${site}/@edit/session`)).json()) as { token: string }).token
    const headers = { 'x-edit-token': token, 'content-type': 'application/json' }
    const response = await fetch(`${site}/@edit/${name}`, {
      headers,
      ...(sent !== undefined && { method: 'POST', body: JSON.stringify(sent) }),
    })
    const answer = (await response.json()) as T
    if (!response.ok) throw Object.assign(new Error(JSON.stringify(answer)), { answer })
    return answer
  }
  const bytesOf = (file: string) => readFileSync(path.join(path.dirname(folder), file), 'utf8')

  return {
    /** Changes one character in each named value. @returns the changed names, and functions to list and undo changes */
    async change(names: Iterable<string>) {
      const home = path.basename(folder)
      const entries = new Map<string, Entry>()
      const changes: { name: string; file: string; path: (string | number)[]; value: string }[] = []
      for (const name of new Set(names)) {
        const [short = '', steps = ''] = name.split(' · ')
        const file = `${home}/${short}`
        const entry = entries.get(file) ?? (await ask<Entry>(`entry?file=${encodeURIComponent(file)}`))
        entries.set(file, entry)
        const at = steps.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
        const before = steps === '#body' ? entry.body : String(valueAt(entry.fields, at))
        const value = flip(before ?? '')
        if (value !== undefined) changes.push({ name, file, path: at, value })
      }
      const before = new Map([...entries.keys()].map((file) => [file, bytesOf(file)]))
      const edits = [...entries].map(([file, { version }]) => ({
        file,
        version,
        changes: changes
          .filter((change) => change.file === file)
          .map(({ path: at, value }) =>
            at[0] === '#body' ? { kind: 'body', text: value } : { kind: 'set', path: at, value },
          ),
      }))
      await ask('save', { edits, name: 'change every text' })
      return {
        changed: new Set(changes.map(({ name }) => name)),
        /** Returns the names of all values that have changed; all comments in a file count as one value. */
        async listOther(): Promise<string[]> {
          const lists = [...entries].map(async ([file, entry]) => {
            const now = await ask<Entry>(`entry?file=${encodeURIComponent(file)}`)
            const [old, other] = [leavesOf(entry), leavesOf(now)]
            const names = [...new Set([...old.keys(), ...other.keys()])].filter(
              (name) => old.get(name) !== other.get(name),
            )
            const isKept = commentsIn(before.get(file) ?? '') === commentsIn(bytesOf(file))
            return [...names, ...(isKept ? [] : ['a comment'])].map(
              (name) => `${file.slice(home.length + 1)} · ${name}`,
            )
          })
          return (await Promise.all(lists)).flat()
        },
        async undo(): Promise<string[]> {
          await ask('undo', {})
          return [...before].filter(([file, text]) => bytesOf(file) !== text).map(([file]) => file)
        },
      }
    },
  }
}

/** Returns all scalar values by path. */
function leavesOf({ fields, body = '' }: Entry): Map<string, unknown> {
  const list = (value: unknown, path: string[]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => list(part, [...path, name]))
      : [[path.join('.'), value]]
  return new Map([...list(fields, []), ['#body', body]])
}

function commentsIn(text: string): string {
  return (text.match(/(?<=^|\s)#.*$/gm) ?? []).join('\n')
}

/** Changes one letter or digit; returns undefined if the text has neither. */
function flip(text: string): string | undefined {
  const kept = text.replace(/\{[^}]*\}|\]\([^)]*\)|\\.|^#.*$|^[|!-].*$|`[^`]*`|\S*[@/]\S*/gm, (part) =>
    '_'.repeat(part.length),
  )
  const at = Math.max(kept.search(/[A-Za-z]/), -1)
  const position = at < 0 ? kept.search(/\d/) : at
  if (position < 0) return undefined
  const letter = text.charAt(position)
  const other = /\d/.test(letter)
    ? String((Number(letter) % 9) + 1)
    : letter === letter.toLowerCase()
      ? letter.toUpperCase()
      : letter.toLowerCase()
  return text.slice(0, position) + other + text.slice(position + 1)
}
