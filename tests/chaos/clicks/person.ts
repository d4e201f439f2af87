import type { Locator, Page, Response } from 'playwright-core'
import type { ValuePath } from '../../../cli/content/yaml/source.ts'
import { BODY_PATH_SEGMENT } from '../../../cli/dev/source-marks.ts'
import { formatLabel } from '../../../cli/editor/labels.ts'
import { drawTyped } from './draw-value.ts'
import type { Action } from './list-actions.ts'

/** Matches editor requests that write files. */
const WRITES = /\/@edit\/(?:save|picture|undo|redo)\?/

/** The server's responses to the last action. */
export interface Responses {
  /** Paths of the successful requests. */
  written: string[]
  /** Whether the last request failed. */
  isRefused: boolean
}

/** Simulates a user who operates an open page's inspector with the mouse and keyboard. */
export function createPerson(page: Page, random: () => number) {
  const editor = page.locator('site-editor')
  const inspector = editor.locator('.inspector')
  let requests = 0
  let responses: Response[] = []
  page.on('request', (request) => {
    if (WRITES.test(request.url())) requests += 1
  })
  page.on('response', (response) => {
    if (WRITES.test(response.url())) responses.push(response)
  })

  /** Activates a button with the mouse or with Enter. */
  const press = async (button: Locator) => {
    if (random() < 0.5) return button.click()
    await button.focus()
    await page.keyboard.press('Enter')
  }
  const fieldOf = (at: ValuePath) =>
    inspector.locator('.field', {
      has: page.locator('label', { hasText: new RegExp(`^${escaped(nameOf(at))}( \\*)?$`) }),
    })
  const controlOf = (at: ValuePath) =>
    at[0] === BODY_PATH_SEGMENT
      ? inspector.locator('#body')
      : fieldOf(at).locator(':is(input:not([type=file]), select, textarea)')
  /** Drags an entry to the position of another entry. Scrolls the list if it is longer than the window. */
  const drag = async (entry: Locator, to: Locator) => {
    await entry.locator('.entry').hover({ position: { x: 30, y: 12 } })
    await page.mouse.down()
    for (const [aim, y] of [
      [entry, 18],
      [to, 12],
      [to, 20],
    ] as const) {
      await aim.scrollIntoViewIfNeeded()
      const box = await aim.boundingBox()
      if (box) await page.mouse.move(box.x + 40, box.y + y, { steps: 4 })
    }
    await page.mouse.up()
  }
  const crumbs = () => inspector.locator('.crumbs button').allTextContents()

  const person = {
    editor,
    inspector,
    controlOf,
    /** Returns the element in which the editor shows the reason for rejecting an edit. */
    placeOf({ kind, view, path }: Action): Locator {
      if (view[0] === BODY_PATH_SEGMENT) return inspector
      if (kind === 'named field') return inspector.locator('.field', { hasText: 'Name of the new entry' })
      if (kind === 'group' || kind === 'list')
        return inspector.locator('.field', { has: page.locator(`[data-step="${path.at(-1)}"]`) })
      return kind === 'section' || kind === 'list entry' ? inspector : fieldOf(path)
    },
    /** Opens the fields of a file, either from the list of all files or on the file's page. */
    async open(file: string): Promise<string> {
      await person.close()
      await press(editor.locator('.bar button', { hasText: 'Files' }))
      const folder = file.split('/').slice(0, -1).join('/')
      const entry = editor.locator('.change li', {
        has: page.locator('small', { hasText: new RegExp(`^${escaped(file)}$`) }),
      })
      await entry.waitFor({ state: 'attached' })
      if (folder) await press(editor.locator('summary', { hasText: new RegExp(`^${escaped(folder)}$`) }))
      const link = entry.locator('a')
      const isByPage = (await link.count()) > 0 && random() < 0.4
      if (isByPage) {
        await press(link)
        await page.waitForFunction(
          (name) => document.querySelector<HTMLMetaElement>('meta[name=file]')?.content.endsWith(`/${name}`),
          file,
        )
        await person.close()
        await press(editor.locator('.bar button', { hasText: 'Fields' }))
      } else await press(entry.locator('button'))
      await editor.locator('#panel-title', { hasText: new RegExp(`^${escaped(file)}$`) }).waitFor()
      await inspector.locator(':is(.field, .entry)').first().waitFor()
      return isByPage ? 'its page' : 'the files'
    },
    async close(): Promise<void> {
      if ((await editor.locator('.panel').count()) === 0) return
      await press(editor.locator('.panel button[aria-label=Close]'))
      await editor.locator('.panel').waitFor({ state: 'detached' })
    },
    /** Reverts an edit that the editor rejected. */
    async revert({ kind, act, path }: Action): Promise<void> {
      if (act !== 'set' || kind === 'picture') return
      const discard = inspector.locator('button', { hasText: 'Discard changes' })
      if (kind !== 'body') await controlOf(path).press('Escape')
      else if ((await discard.count()) > 0) await press(discard)
    },
    /** Navigates step by step to a group, list or text of the open file. */
    async goTo(view: ValuePath): Promise<void> {
      await press(inspector.locator('.crumbs button').first())
      for (const [index, step] of view.entries()) {
        await press(inspector.locator(`[data-step="${step}"]`))
        await page.waitForFunction(
          (count) =>
            document.querySelector('site-editor')?.shadowRoot?.querySelectorAll('.crumbs button').length === count,
          index + 2,
        )
      }
    },
    crumbs,
    /** Reads all controls of the open group as `label: value` strings. */
    readFields: () =>
      inspector.locator('.field:not(.body)').evaluateAll((list) =>
        list.flatMap((field) => {
          const control = field.querySelector<HTMLInputElement>('input:not([type=file]), select, textarea')
          const label = field.querySelector('label')?.textContent?.replace(/ \*$/, '')
          const picture = field.querySelector('.picture .name')?.textContent
          const value = picture ?? (control?.type === 'checkbox' ? String(control.checked) : control?.value)
          return label && value !== undefined ? [`${label}: ${value}`] : []
        }),
      ),
    /** Reports whether an element is in the viewport. */
    async isVisible(part: Locator): Promise<boolean> {
      const box = await part.boundingBox()
      return box !== null && box.y >= 0 && box.y + Math.min(box.height, 20) <= (page.viewportSize()?.height ?? 0)
    },
    /** Returns the value of a control as text. */
    async read(at: ValuePath): Promise<string> {
      const picture = fieldOf(at).locator('.picture .name')
      if ((await picture.count()) > 0) return ((await picture.textContent()) ?? '').replace('None', '')
      return controlOf(at).evaluate((control: HTMLInputElement) =>
        control.type === 'checkbox' ? String(control.checked) : control.value,
      )
    },
    /** Waits until the server has responded to all write requests. @param expected minimum number of requests */
    async settle(expected: number): Promise<Responses> {
      const end = Date.now() + 20_000
      const reason = inspector.locator('.refusal[role=alert]')
      const replace = editor.locator('dialog button', { hasText: 'Replace picture' })
      const isDone = async () =>
        requests >= expected &&
        responses.length === requests &&
        // After a version conflict, the editor fetches the new version and retries automatically.
        (responses.at(-1)?.status() !== 409 || (await reason.count()) > 0)
      // Waits for three consecutive frames without pending requests, because a second save may be queued.
      for (let stable = 0; stable < 3 && Date.now() < end; stable = (await isDone()) ? stable + 1 : 0) {
        await page.evaluate(() => new Promise(requestAnimationFrame))
        // The editor asks whether the alternative text fits the new picture.
        if ((await replace.count()) > 0) await press(replace)
      }
      const isRefused = responses.length > 0 && responses.at(-1)?.ok() === false
      const written = responses.filter((response) => response.ok()).map((response) => new URL(response.url()).pathname)
      if (requests < expected) throw new Error(`${requests} write requests instead of ${expected}`)
      requests = 0
      responses = []
      return { written, isRefused }
    },
    /**
     * Performs an action with the matching control.
     * @returns how the action was performed, and the typed or chosen text
     */
    async act(action: Action): Promise<{ how: string; typed?: string }> {
      const { kind, act, path, view, to, shape } = action
      const step = path.at(-1)
      const control = controlOf(path)
      if (act === 'set' && kind === 'boolean') {
        if (random() < 0.5) await control.click()
        else await control.press('Space')
        // The editor asks for confirmation before it publishes text that contains TODO.
        const publish = editor.locator('dialog button', { hasText: 'Publish' })
        if ((await publish.count()) > 0) await press(publish)
        return { how: 'toggled' }
      }
      if (act === 'set' && kind === 'picture') {
        const field = fieldOf(path)
        const remove = field.locator('button', { hasText: /^Remove$/ })
        if ((await remove.count()) > 0 && random() < 0.3) {
          await press(remove)
          return { how: 'removed', typed: '' }
        }
        const others = field.locator('details button[aria-pressed=false]')
        const other = others.nth(Math.floor(random() * (await others.count())))
        await press(field.locator('summary'))
        const typed = (await other.textContent()) ?? ''
        await press(other)
        return { how: 'chosen', typed }
      }
      if (act === 'set' && (await control.evaluate((element) => element.tagName === 'SELECT'))) {
        const values = await control
          .locator('option')
          .evaluateAll((list) => list.map((option) => (option as HTMLOptionElement).value))
        const before = await control.inputValue()
        const others = values.filter((value) => value !== before)
        if (others.length === 0) return { how: 'no other choice', typed: before }
        const index = values.indexOf(before)
        if (random() < 0.5) {
          const key = index === values.length - 1 || (index > 0 && random() < 0.5) ? 'ArrowUp' : 'ArrowDown'
          await control.press(key)
          return { how: key, typed: values[index + (key === 'ArrowUp' ? -1 : 1)] ?? '' }
        }
        const typed = others[Math.floor(random() * others.length)] ?? ''
        await control.selectOption(typed)
        return { how: 'chosen', typed }
      }
      if (act === 'set') {
        const current = await control.inputValue()
        const wanted = drawTyped(action, current, random)
        if (kind === 'date') await control.fill(wanted)
        else {
          await control.click()
          await page.keyboard.press('Control+A')
          if (wanted === '') await page.keyboard.press('Delete')
          else await page.keyboard.insertText(wanted)
        }
        const typed = await control.inputValue()
        // Tab does not leave a date field: it moves from the month to the year.
        const commits =
          kind === 'body'
            ? ['Control+Enter', 'Save']
            : kind === 'date'
              ? ['Enter', 'click elsewhere']
              : ['Enter', 'Tab', 'Enter, Tab', 'click elsewhere']
        const how = commits[Math.floor(random() * commits.length)] ?? 'Enter'
        if (how === 'Save') {
          if (typed !== current) await inspector.locator('.field.body button.main').click()
        } else if (how === 'click elsewhere') await editor.locator('#panel-title').click()
        else for (const key of how.split(', ')) await page.keyboard.press(key)
        return { how, typed }
      }
      if (act === 'upload') {
        const chooser = page.waitForEvent('filechooser')
        await fieldOf(path).locator('label.file').click()
        await (await chooser).setFiles({ name: 'A new picture.png', mimeType: 'image/png', buffer: PICTURE })
        return { how: 'uploaded' }
      }
      if (kind === 'group' || kind === 'list') {
        if (act === 'add') await press(inspector.locator(`[data-step="${step}"]`))
        else await press(inspector.locator(`button[aria-label="Remove ${formatLabel(String(step)).toLowerCase()}"]`))
        return { how: 'pressed' }
      }
      if (kind === 'named field') {
        await inspector.locator('.field', { hasText: 'Name of the new entry' }).locator('input').fill(String(step))
        if (random() < 0.5) await page.keyboard.press('Enter')
        else await press(inspector.locator('.field button', { hasText: /^Add$/ }))
        return { how: 'named' }
      }
      const entry = (index: number) => inspector.locator(`.entries > li:nth-child(${index + 1})`)
      const place = Number(step)
      if (act === 'add') {
        if (shape)
          await inspector.locator(`select[aria-label="Type of new entry in ${view.at(-1)}"]`).selectOption(shape)
        await press(inspector.locator('.field button', { hasText: /^Add$/ }))
      }
      if (act === 'remove') await press(entry(place).locator('button[aria-label^=Remove]'))
      if (act === 'double') await press(entry(place).locator('button[aria-label^=Duplicate]'))
      if (to === undefined) return { how: 'pressed' }
      if (act === 'move by button')
        await press(entry(place).locator(`button[aria-label="Move ${place + 1} ${to < place ? 'up' : 'down'}"]`))
      if (act === 'move by key')
        await entry(place)
          .locator('.entry')
          .press(to < place ? 'Alt+ArrowUp' : 'Alt+ArrowDown')
      if (act === 'move by drag') await drag(entry(place), entry(to))
      return { how: 'done' }
    },
    async step(direction: 'Undo' | 'Redo'): Promise<string> {
      const isKey = random() < 0.5
      if (isKey) {
        await editor.locator(random() < 0.5 ? '#panel-title' : '.bar button.main').focus()
        await page.keyboard.press(direction === 'Undo' ? 'Control+z' : 'Control+Shift+z')
      } else await press(editor.locator('.bar button', { hasText: direction }))
      return isKey ? 'key' : 'button'
    },
    readStatus: () => editor.locator('.bar output').textContent(),
    /** Reports whether the editor has lost the keyboard focus. */
    isFocusLost: () => page.evaluate(() => !document.querySelector('site-editor')?.shadowRoot?.activeElement),
  }
  return person
}
export type Person = ReturnType<typeof createPerson>

function nameOf(at: ValuePath): string {
  const name = at.at(-1) ?? ''
  return typeof name === 'number' ? `Entry ${name + 1}` : formatLabel(name)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** A one-pixel PNG image. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
