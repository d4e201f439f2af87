import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Attachment, Envelope } from '../../relay/store/store.ts'
import type { Parcel, Target } from '../../relay/targets/target.ts'
import type { targetKinds } from '../../relay/targets/targets.ts'
import { randomBytes } from '../random.ts'
import { envelopeOf, temporaryFolder } from '../relay/spool-fixture.ts'

/** What came out at the other side of a target, as its receiver reads it. */
interface Received {
  id: string
  /** Everything of it that people or programs read, as one text. */
  text: string
  /** Contents of the attachments; undefined when the target only names them. */
  files: Buffer[] | undefined
}

export interface TargetSetup {
  target: Target
  received(): Promise<Received[]>
  /** Makes the other side unreachable, or unwritable. */
  breakDown(): Promise<void>
}

const NOW = Date.UTC(2026, 0, 5, 9)
const never = new AbortController().signal

/** What every target must do, whatever is behind it. */
export function testTarget(kind: keyof typeof targetKinds, create: () => Promise<TargetSetup>): void {
  describe(`the ${kind} target`, () => {
    test('delivers every answer and every file of a submission', async () => {
      const { target, received } = await create()
      const bytes = [randomBytes(50_000, 16), Buffer.from('%PDF-1.7\r\nsmall\n.\r\n..\n')]
      const parcel = await createParcel(
        { values: { name: 'Ada Lind', email: 'ada@brand.example', message: 'A\n.\nB' } },
        bytes,
      )
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      const [one, ...more] = await received()
      expect(more).toEqual([])
      expect(one?.id).toBe(parcel.envelope.id)
      expect(one?.text).toContain('Ada Lind')
      expect(one?.text).toContain('ada@brand.example')
      if (one?.files) expect(one.files).toEqual(bytes)
    })

    test('delivers a second time under the same id', async () => {
      const { target, received } = await create()
      const parcel = await createParcel()
      await target.deliver(parcel, never)
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      expect(new Set((await received()).map(({ id }) => id))).toEqual(new Set([parcel.envelope.id]))
    })

    test('takes text in every script, and a form that it does not know', async () => {
      const { target, received } = await create()
      const parcel = await createParcel({
        formType: 'gone',
        values: { name: '山田 Ñandú 🧡 عمر', note: '<b>&amp;"\'' },
      })
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      const [one] = await received()
      expect(one?.text).toContain('山田 Ñandú 🧡 عمر')
      expect(one?.text).toContain(kind === 'webhook' ? `<b>&amp;\\"'` : `<b>&amp;"'`)
    })

    test('answers temporary, and does not throw, when the other side is down', async () => {
      const { target, breakDown } = await create()
      await breakDown()
      expect(await target.deliver(await createParcel(), never)).toMatchObject({ kind: 'temporary' })
    })

    test('finds out in a probe whether the other side is there', async () => {
      const { target, breakDown } = await create()
      expect(await target.probe()).not.toBe('')
      await breakDown()
      await expect(target.probe()).rejects.toThrow()
    })

    test('has a schedule that begins at once, and a timeout', async () => {
      const { target } = await create()
      expect(target.schedule[0]).toBe(0)
      expect(target.schedule.length).toBeGreaterThanOrEqual(10)
      expect(target.timeout).toBeGreaterThanOrEqual(15_000)
    })
  })
}

/** A submission whose files lie in a folder of their own, without a spool. */
export async function createParcel(more: Partial<Envelope> = {}, files: readonly Buffer[] = []): Promise<Parcel> {
  const folder = await temporaryFolder()
  const attachments: Attachment[] = []
  for (const [at, bytes] of files.entries()) {
    await writeFile(path.join(folder, `${at}.bin`), bytes)
    const name = `Résumé ${at}.pdf`
    attachments.push({
      field: 'resume',
      name,
      file: `${at}.bin`,
      type: 'application/pdf',
      size: bytes.length,
      sha256: '0',
    })
  }
  const id = '019b8d3f-7c00-7abc-8def-0123456789ab'
  return {
    envelope: envelopeOf({ id }, NOW, { attachments, ...more }),
    open: (file) => createReadStream(path.join(folder, file)),
  }
}
