import express, { type Request, type Response } from 'express'
import { Aborted, Problem } from './problem.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Reads a JSON object. @throws Problem, or Aborted when the sender left */
export function createJsonReader(limits: { bytes: number; fields: number }) {
  const parse = express.json({ limit: limits.bytes, strict: true, inflate: false })
  return async (req: Request, res: Response): Promise<JsonObject> => {
    await new Promise<void>((resolve, reject) => {
      parse(req, res, (error?: { type?: string }) => {
        if (error?.type === 'request.aborted') reject(new Aborted())
        else if (error) reject(error)
        else resolve()
      })
    })
    const body: unknown = req.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'malformed', 'The body must be a JSON object.')
    if (Object.keys(body).length > limits.fields)
      throw new Problem(400, 'too-many-fields', 'The form has too many fields.')
    return body as JsonObject
  }
}
