import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { outputFolders } from '../../cli/paths.ts'
import { createPreview, listen } from '../../cli/preview/server.ts'
import { until } from '../relay/until.ts'

export interface WebServer {
  name: string
  /** False where the program is not on this machine. */
  installed: boolean
  /**
   * Serves a build with the rules that the build wrote for this server.
   * @param relay port of this machine that posts are passed on to; by default nothing listens there
   */
  serve(out: string, relay?: number): Promise<RunningServer>
}

export interface RunningServer {
  address: string
  stop(): Promise<void>
}

/** What a built site is served by: our own preview, and real servers where this machine has them. */
export const webServers: WebServer[] = [
  {
    name: 'the preview',
    installed: true,
    async serve(out, relay = NOTHING) {
      const server = createPreview(out, () => `http://127.0.0.1:${relay}`)
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
  program('nginx', ['-v'], (folder, { site, hosting }, { port, relay }) => ({
    file: 'nginx.conf',
    // Started by root it would serve as a user who may not read temporary folders.
    text: `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  upstream relay {
    server 127.0.0.1:${relay};
  }
  server {
    listen 127.0.0.1:${port};
    root ${site};
    include ${hosting}/nginx.conf;
    include ${hosting}/nginx-relay.conf;
  }
}
`,
    args: (file) => ['-p', folder, '-e', `${folder}/error.log`, '-c', file],
  })),
  program('caddy', ['version'], (_folder, { site, hosting }, { port }) => ({
    file: 'Caddyfile',
    text: `
{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	bind 127.0.0.1
	root * ${site}
	import ${hosting}/Caddyfile
	import ${hosting}/Caddyfile-relay
}
`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  })),
]

/** Port 1, where nothing ever is. */
const NOTHING = 1

interface Configuration {
  file: string
  text: string
  args(file: string): string[]
}

function program(
  name: string,
  version: string[],
  configure: (
    folder: string,
    folders: ReturnType<typeof outputFolders>,
    ports: { port: number; relay: number },
  ) => Configuration,
): WebServer {
  return {
    name,
    installed: spawnSync(name, version).status === 0,
    async serve(out, relay = NOTHING) {
      const folder = path.join(out, name)
      mkdirSync(folder, { recursive: true })
      const port = await freePort()
      const { file, text, args } = configure(folder, outputFolders(out), { port, relay })
      writeFileSync(path.join(folder, file), text)
      const child = spawn(name, args(path.join(folder, file)), {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, RELAY_ADDRESS: `127.0.0.1:${relay}` },
      })
      let said = ''
      child.stderr.setEncoding('utf8').on('data', (more: string) => {
        said += more
      })
      const address = `http://127.0.0.1:${port}`
      await until(`${name} answers`, async () => {
        if (child.exitCode !== null) throw new Error(`${name} did not start:\n${said}`)
        return fetch(address).then(
          (answer) => answer.ok,
          () => false,
        )
      })
      return { address, stop: () => end(child) }
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
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
