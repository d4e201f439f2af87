/** Result of one check. `warn` deserves attention; `fail` prevents submissions from being accepted or delivered. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}
