import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const Stored = z.object({ email: z.string(), created: z.number(), next: z.string().optional() })

/** What is stored about a secret. */
export interface SecretRecord extends z.infer<typeof Stored> {
  /** SHA-256 hash of the secret in hexadecimal, also the name of the file. Does not reveal the secret. */
  id: string
}

/** Milliseconds by which clocks may differ. Secrets that were created further in the future are rejected. */
const CLOCK_TOLERANCE = 60_000

/** Keeps secrets that expire: links for signing in, and sessions. Several processes may use the same folder. */
export type SecretStore = ReturnType<typeof openSecretStore>

/**
 * Opens a folder with one file for each secret.
 * @param lifetime milliseconds
 * @param limit maximum number of secrets per person; older ones are removed
 */
export function openSecretStore(folder: string, { lifetime, limit }: { lifetime: number; limit: number }) {
  const fileOf = (id: string) => path.join(folder, `${id}.json`)
  const isCurrent = ({ created }: SecretRecord) => {
    const age = Date.now() - created
    return age >= -CLOCK_TOLERANCE && age < lifetime
  }
  async function read(id: string): Promise<SecretRecord | undefined> {
    try {
      return { ...Stored.parse(JSON.parse(await readFile(fileOf(id), 'utf8'))), id }
    } catch {
      // The file is missing, or incomplete because the process was killed before it revealed the secret.
      return undefined
    }
  }
  /** @returns whether this call has removed it. Of several calls at the same time, only one returns true. */
  const remove = (id: string): Promise<boolean> =>
    unlink(fileOf(id)).then(
      () => true,
      () => false,
    )

  const store = {
    /** Creates a secret. @returns 43 characters for URLs and cookies */
    async create(email: string, next?: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const older = (await store.list()).filter((record) => record.email === email)
      for (const { id } of older.slice(0, Math.max(0, older.length - limit + 1))) await remove(id)
      const secret = randomBytes(32).toString('base64url')
      const record: z.infer<typeof Stored> = { email, created: Date.now(), next }
      await writeFile(fileOf(hashSecret(secret)), JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true })
      return secret
    },
    /** Finds a secret that has not expired. */
    async find(secret: string): Promise<SecretRecord | undefined> {
      const record = await read(hashSecret(secret))
      return record && isCurrent(record) ? record : undefined
    },
    /** Lists the secrets that have not expired, from old to new, and removes the others. */
    async list(): Promise<SecretRecord[]> {
      const names = await readdir(folder).catch(() => [])
      const records = await Promise.all(names.map((name) => read(path.basename(name, '.json'))))
      const found = records.filter((record) => record !== undefined)
      for (const record of found) if (!isCurrent(record)) await remove(record.id)
      return found.filter(isCurrent).sort((a, b) => a.created - b.created)
    },
    remove,
  }
  return store
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
