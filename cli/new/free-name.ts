import { pathOf } from '../check/addresses.ts'
import { whyReserved } from '../check/reserved-addresses.ts'
import { readContentFolder } from '../content/read.ts'
import type { Draft } from './kinds.ts'

/** Why a new file cannot be what it says it is, among the files that are there; undefined when it can. */
export function whyTaken(content: string, draft: Draft): string | undefined {
  const { files } = readContentFolder(content)
  const address = addressOf(draft)
  const reserved = address && whyReserved(address)
  if (reserved) return `No page can have the address ${address}: ${reserved}.`
  const home = address && files.find((file) => addressOf(file) === address)
  if (home) return `The address ${address} is that of ${home.file}.`
  const type = formTypeOf(draft)
  const form = type && files.find((file) => formTypeOf(file) === type)
  if (form) return `The formType ${type} is that of ${form.file}.`
  return undefined
}

function addressOf(file: Draft): string | undefined {
  return pathOf({ ...file, source: undefined })
}

function formTypeOf({ collection, text }: Draft): string | undefined {
  return collection.folder === 'forms' ? /^formType:[ \t]*["']?([^\s"']+)/m.exec(text)?.[1] : undefined
}
