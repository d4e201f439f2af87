import { promisify } from 'node:util'
import express from 'express'

/** Reads the body of a form that has a few short fields. */
export const readShortForm = promisify(express.urlencoded({ extended: false, inflate: false, limit: 2000 }))

/** Returns the fields with these names, as text; those that are missing or repeated are empty. */
export function readTexts<N extends string>(fields: Readonly<Record<string, unknown>> = {}, names: readonly N[]) {
  const texts = names.map((name) => [name, typeof fields[name] === 'string' ? fields[name].trim() : ''])
  return Object.fromEntries(texts) as Record<N, string>
}
