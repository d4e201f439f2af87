import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Attachment, Envelope } from '../../relay/store/store.ts'
import type { Target, TargetInput } from '../../relay/targets/target.ts'
import type { targetTypes } from '../../relay/targets/targets.ts'
import { randomBytes } from '../random.ts'
import { envelopeOf, temporaryFolder } from '../relay/spool-fixture.ts'

/** A delivery as read by the receiver. */
interface Received {
  id: string
  /** All readable parts, joined into one string. */
  text: string
  /** Contents of the attachments; undefined if the target only lists their names. */
  files: Buffer[] | undefined
}

export interface TargetSetup {
  target: Target
  received(): Promise<Received[]>
  /** Makes the receiver unreachable or unwritable. */
  breakDown(): Promise<void>
}

const NOW = Date.UTC(2026, 0, 5, 9)
const never = new AbortController().signal

/** Runs the tests that every target must pass. */
export function testTarget(type: keyof typeof targetTypes, create: () => Promise<TargetSetup>): void {
  describe(`the ${type} target`, () => {
    test('delivers every answer and every file of a submission', async () => {
      const { target, received } = await create()
      const bytes = [randomBytes(50_000, 16), Buffer.from('%PDF-1.7\r\nsmall\n.\r\n..\n')]
      const parcel = await createTargetInput(
        { values: { name: 'Ada Lind', email: 'ada@brand.example', message: 'A\n.\nB' } },
        bytes,
      )
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      const [first, ...others] = await received()
      expect(others).toEqual([])
      expect(first?.id).toBe(parcel.envelope.id)
      expect(first?.text).toContain('Ada Lind')
      expect(first?.text).toContain('ada@brand.example')
      if (first?.files) expect(first.files).toEqual(bytes)
    })

    test('uses the same id when it delivers a submission again', async () => {
      const { target, received } = await create()
      const parcel = await createTargetInput()
      await target.deliver(parcel, never)
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      expect(new Set((await received()).map(({ id }) => id))).toEqual(new Set([parcel.envelope.id]))
    })

    test('accepts text in any script, and submissions from unknown forms', async () => {
      const { target, received } = await create()
      const parcel = await createTargetInput({
        formType: 'gone',
        values: { name: '山田 Ñandú 🧡 عمر', note: '<b>&amp;"\'' },
      })
      expect(await target.deliver(parcel, never)).toMatchObject({ kind: 'delivered' })
      const [first] = await received()
      expect(first?.text).toContain('山田 Ñandú 🧡 عمر')
      expect(first?.text).toContain(type === 'webhook' ? `<b>&amp;\\"'` : `<b>&amp;"'`)
    })

    test('returns a temporary failure instead of throwing when the receiver is down', async () => {
      const { target, breakDown } = await create()
      await breakDown()
      expect(await target.deliver(await createTargetInput(), never)).toMatchObject({ kind: 'temporary' })
    })

    test('fails its probe only when the receiver is down', async () => {
      const { target, breakDown } = await create()
      expect(await target.probe()).not.toBe('')
      await breakDown()
      await expect(target.probe()).rejects.toThrow()
    })

    test('has a timeout, and a retry schedule that starts with an immediate attempt', async () => {
      const { target } = await create()
      expect(target.schedule[0]).toBe(0)
      expect(target.schedule.length).toBeGreaterThanOrEqual(10)
      expect(target.timeout).toBeGreaterThanOrEqual(15_000)
    })
  })
}

/** Creates a submission whose files are in a temporary folder instead of a spool. */
export async function createTargetInput(
  more: Partial<Envelope> = {},
  files: readonly Buffer[] = [],
): Promise<TargetInput> {
  const folder = await temporaryFolder()
  const attachments: Attachment[] = []
  for (const [index, bytes] of files.entries()) {
    await writeFile(path.join(folder, `${index}.bin`), bytes)
    const name = `Résumé ${index}.pdf`
    attachments.push({
      field: 'resume',
      name,
      file: `${index}.bin`,
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
