/** One thing that was looked at. `warn` is worth a look; `fail` keeps submissions from being taken or delivered. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}
