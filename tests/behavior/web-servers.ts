import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import type { Need } from '../needs.ts'
import { until } from '../relay/until.ts'
import { ask } from './ask.ts'

export interface WebServer {
  name: string
  needs: readonly Need[]
  /**
   * Serves a build as configured in its hosting files.
   * @param relay local port of the relay; by default, a port on which nothing listens
   */
  serve(out: string, relay?: number): Promise<RunningServer>
}

export interface RunningServer {
  /** Address with the site's host name, which only `ask` and the test browser resolve to this machine. */
  address: string
  /** Address for plain HTTP, if `address` uses HTTPS. */
  plain?: string
  /** Folder that the server uses instead of Debian's /var/www/html. */
  folder?: string
  stop(): Promise<void>
}

/** Host name of the agency. */
const HOST = 'northshelf.example'

/** All servers that can serve a built site: the preview, nginx and Caddy. The last two may not be installed. */
export const webServers: WebServer[] = [
  {
    name: 'preview',
    needs: [],
    async serve(out, relay = NOTHING) {
      const server = createPreviewServer(out, () => `http://127.0.0.1:${relay}`)
      const port = await listen(server, '127.0.0.1', 0)
      return {
        address: `http://127.0.0.1:${port}`,
        async stop() {
          server.closeAllConnections()
          await new Promise((closed) => server.close(closed))
        },
      }
    },
  },
  {
    name: 'nginx',
    needs: ['nginx', 'openssl'],
    serve: (out, relay) => start('nginx', nginxFile, out, relay),
  },
  {
    name: 'Caddy',
    needs: ['caddy'],
    serve: (out, relay) => start('caddy', caddyFile, out, relay),
  },
]

/** Whether this machine has IPv6, which containers often lack. */
export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

/** A port on which nothing listens. */
const NOTHING = 1

interface Setup {
  folder: string
  out: string
  ports: { http: number; https: number; relay: number }
}
/** Writes the configuration file. @returns the server's command-line arguments */
type Configure = (setup: Setup) => string[]

/** Wraps the generated server block in a complete nginx configuration with the test's folder, ports and certificate. */
function nginxFile({ folder, out, ports }: Setup): string[] {
  const names = `subjectAltName=DNS:${HOST},DNS:www.${HOST}`
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'privkey.pem']
  const certificate = ['req', '-x509', ...key, '-out', 'fullchain.pem', '-subj', `/CN=${HOST}`, '-addext', names]
  execFileSync('openssl', certificate, { cwd: folder, stdio: 'ignore' })
  const servers = readFileSync(path.join(out, 'hosting', 'nginx-server.conf'), 'utf8')
    .replaceAll(`/var/www/${HOST}/current`, out)
    .replaceAll(`/etc/letsencrypt/live/${HOST}`, folder)
    .replaceAll('/var/www/html', folder)
    .replaceAll(/(listen \[::\]:.*)/g, hasIpv6 ? '$1' : '# $1')
    .replaceAll('[::]:', '[::1]:')
    .replaceAll('listen 80', 'listen 127.0.0.1:80')
    .replaceAll('listen 443', 'listen 127.0.0.1:443')
    .replaceAll(':80;', `:${ports.http};`)
    .replaceAll(':443 ', `:${ports.https} `)
    .replace('127.0.0.1:8787', `127.0.0.1:${ports.relay}`)
    .replace(`  root ${out}`, `  ${LIMITS.nginx}\n  root ${out}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `
${process.getuid?.() === 0 ? 'user root;' : ''} # otherwise nginx cannot read temporary folders
daemon off;
pid ${folder}/pid;
load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
events {}
http {
  include /etc/nginx/mime.types;
  gzip on;
  brotli_static on;
  access_log off;
  ${temporary.join('\n  ')}
  ${servers}
}
`,
  )
  return ['-e', `${folder}/error.log`, '-c', file]
}

/** Adds global options to the generated Caddyfile: other ports and self-signed certificates. */
function caddyFile({ folder, out, ports }: Setup): string[] {
  const hosting = path.join(out, 'hosting')
  const servers = readFileSync(path.join(hosting, 'Caddyfile-server'), 'utf8')
    .replaceAll(`/var/www/${HOST}/current`, out)
    .replaceAll('import Caddyfile', `import ${hosting}/Caddyfile`)
    .replace('\troot', `\t${LIMITS.caddy}\n\troot`)
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `
{
	admin off
	local_certs
	skip_install_trust
	http_port ${ports.http}
	https_port ${ports.https}
	default_bind 127.0.0.1
}
${servers}
`,
  )
  return ['run', '--adapter', 'caddyfile', '--config', file]
}

/** Rules that an operator may add to limit requests or take the site offline. */
const LIMITS = {
  nginx: 'location = /busy { return 429; } location = /shut { return 503; }',
  caddy: 'handle /busy {\n\t\terror 429\n\t}\n\thandle /shut {\n\t\terror 503\n\t}',
}

async function start(program: string, configure: Configure, out: string, relay = NOTHING): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), `${program}-`))
  const ports = { http: await freePort(), https: await freePort(), relay }
  const child = spawn(program, configure({ folder, out, ports }), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, RELAY_ADDRESS: `127.0.0.1:${relay}` },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const address = `https://${HOST}:${ports.https}`
  await until(`${program} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${output}`)
    return ask(address, '/').then(
      ({ status }) => status === 200,
      () => false,
    )
  })
  return {
    address,
    plain: `http://${HOST}:${ports.http}`,
    folder,
    async stop() {
      await terminate(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function terminate(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}
