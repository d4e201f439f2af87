/** Reports whether a code of Node or OpenSSL means a certificate, TLS setting or host name that must be fixed. */
export function isSetupCode(code: string): boolean {
  return /CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_SSL|^ERR_TLS|^EPROTO$|^ENOTFOUND$/.test(code)
}

/** Reports whether an error of the system means that a connection broke or could not be made. */
export function isConnectionError({ code = '', syscall = '' }: NodeJS.ErrnoException): boolean {
  return (
    /^(?:connect|getaddrinfo)/.test(syscall) ||
    /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENET|EHOST|EAI_)/.test(code) ||
    isSetupCode(code)
  )
}
