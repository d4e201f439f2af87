/** Reports whether an error code of Node or OpenSSL means that a certificate cannot be verified. */
export function isCertificateErrorCode(code: string): boolean {
  return /CERT|SELF_SIGNED|^UNABLE_TO_/.test(code)
}

/** Reports whether an error code of Node or OpenSSL means that a certificate, TLS setting or host name is wrong. */
export function isSetupErrorCode(code: string): boolean {
  return isCertificateErrorCode(code) || /^ERR_SSL|^ERR_TLS|^EPROTO$|^ENOTFOUND$/.test(code)
}

/** Reports whether a system error means that a connection failed or was lost. */
export function isConnectionError({ code = '', syscall = '' }: NodeJS.ErrnoException): boolean {
  return (
    /^(?:connect|getaddrinfo)/.test(syscall) ||
    /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENET|EHOST|EAI_)/.test(code) ||
    isSetupErrorCode(code)
  )
}
