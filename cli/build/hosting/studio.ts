import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseUrl, parseValidUrl } from '@northshelf/site/schema/parse-url.ts'
import { PEOPLE_FILE, STUDIO_PORT } from '../../paths.ts'
import { getTransportSecurityHeader, type HeaderRule } from '../headers.ts'
import { addHeaders, formatCertificate, listen, redirectToHttps } from './nginx.ts'

/** The public host name of a studio, and its port on loopback. */
export interface StudioServer {
  host: string
  port: string
}

/**
 * Returns the server of the site's studio: that of STUDIO_URL or, by default, `edit.` and the site's host name.
 * @param home the parent of the content folder
 * @returns undefined if the site has no studio
 */
export function findStudioServer(home: string, siteUrl: string): StudioServer | undefined {
  if (!existsSync(path.join(home, PEOPLE_FILE))) return undefined
  const { STUDIO_URL = '', STUDIO_PORT: port = STUDIO_PORT } = process.env
  const url = parseUrl(STUDIO_URL)
  const isPublic = url?.protocol === 'https:'
  return { host: isPublic ? url.hostname : `edit.${parseValidUrl(siteUrl).hostname.replace(/^www\./, '')}`, port }
}

/** Returns the server blocks of the studio for nginx. @param folder folder of the current release */
export function renderNginxStudio(rules: readonly HeaderRule[], folder: string, { host, port }: StudioServer): string {
  return `# The studio at ${host}. Add this line to /etc/nginx/conf.d/${host}.conf:
#   include ${folder}/hosting/nginx-studio.conf;
${redirectToHttps(host, host)}
server {
  ${listen('443 ssl http2')}
  server_name ${host};
  ${formatCertificate(host)}
${addHeaders(getTransportSecurityHeader(rules), '  ')}
  # Larger than the largest picture. Without buffering, the studio refuses requests before nginx stores them.
  client_max_body_size 41m;
  proxy_request_buffering off;
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_http_version 1.1;
    # Includes the port, because the studio compares this header with its address.
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    # Shows the progress of a publication while it runs.
    proxy_buffering off;
    proxy_read_timeout 600s;
    # These addresses sign people in. Do not log them.
    if ($uri ~ ^/@studio/sign-in/) { access_log off; }
  }
}
`
}

/** Returns the site block of the studio for Caddy. */
export function renderCaddyStudio(rules: readonly HeaderRule[], folder: string, { host, port }: StudioServer): string {
  const headers = Object.entries(getTransportSecurityHeader(rules))
  return `# The studio at ${host}. Add this line to /etc/caddy/Caddyfile:
#   import ${folder}/hosting/Caddyfile-studio
${host} {
${headers.map(([name, value]) => `\theader ${name} \`${value}\``).join('\n')}
	request_body {
		max_size 41MiB
	}
	reverse_proxy 127.0.0.1:${port} {
		# Shows the progress of a publication while it runs.
		flush_interval -1
	}
}
`
}
