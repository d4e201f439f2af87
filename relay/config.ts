/** How a relay is set up. Made from the environment by `readConfig`; every fault of it is reported at once. */
export interface Config {
  spool: string
  bind: { host: string; port: number }
  /** Health and metrics; undefined: on the public address, for loopback only. */
  adminBind: { host: string; port: number } | undefined
  /** Origins whose pages may post. Empty: only pages served under the relay's own address. */
  origins: string[]
  /** Hops of proxies whose X-Forwarded-For is believed. */
  trustProxy: number
  publicKey: string | undefined
  targets: TargetConfig[]
  limits: {
    /** Body of a post without files, in bytes. */
    bodyBytes: number
    /** Posts a minute from one address to one form; 0: any number. */
    postsPerMinute: number
    /** Free bytes below which posts are refused. */
    freeBytes: number
    /** Bytes a second below which an upload is given up, once `timeouts.grace` has passed. */
    bytesPerSecond: number
  }
  /** How long the relay waits for a client, in milliseconds. */
  timeouts: {
    headers: number
    /** A whole request, its files included. */
    request: number
    /** Time that a slow upload has before its rate counts. */
    grace: number
    /** Uploads under way when the relay is told to stop. */
    stop: number
  }
  retention: { doneDays: number; spamDays: number }
  /** Path of the form contracts, `forms.json`. */
  forms: string
  /** Shows what came in at `/inbox`; only ever on loopback. */
  inbox: boolean
  /** What is odd about the settings and keeps nothing from working. */
  warnings: string[]
}

export type TargetConfig = { /** Only these form types; empty: all. */ forms: string[]; name: string } & (
  | { kind: 'file'; folder: string }
  | { kind: 'smtp'; url: string; from: string; to: string[]; dkim: Dkim | undefined }
  | { kind: 'webhook'; url: string; secret: string; allowPrivate: boolean; publicUrl: string | undefined }
)

export interface Dkim {
  domain: string
  selector: string
  /** Private key, PEM. */
  key: string
}
