import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether a name or an address means this machine and nothing else. */
export function isLoopback(host: string | undefined): boolean {
  const name = (host ?? '').replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  const version = isIP(name)
  return version !== 0 && loopback.check(name, version === 6 ? 'ipv6' : 'ipv4')
}
