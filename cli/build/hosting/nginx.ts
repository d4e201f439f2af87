import type { Redirect } from '@northshelf/site/collections/redirects.ts'
import {
  DOUBLE_SLASH_PATTERN,
  formatHiddenPathPattern,
  HOME_ALIAS_PATTERN,
  PLAIN_PATH_PATTERN,
  STATUS_PAGE_CODES,
  UNCLEAN_PATH_PATTERN,
} from '../../content/served-addresses.ts'
import {
  ALLOWED_METHODS,
  CONTENT_TYPES,
  getErrorHeaders,
  getTransportSecurityHeader,
  type HeaderRule,
} from '../headers.ts'
import { buildRedirectLocation } from './redirects.ts'
import { formatProblemBody, PROBLEM_CONTENT_TYPE, RELAY_PATHS, type ServerNames } from './server-values.ts'

/**
 * Returns the directives for a server block: clean URLs, precompressed files, and headers for each response type.
 * @param homes paths of the site's translations, such as `/de`, which have error pages of their own for missing pages
 */
export function renderNginxConfig(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  homes: readonly string[] = [],
): string {
  const isTranslated = homes.length > 0
  const translations = homes.map((home) => home.slice(1)).join('|')
  const [all, ...others] = rules
  const locations = others.map(({ path, headers: { 'Content-Type': type, ...headers } }) => {
    const [start = '', end] = path.split('*')
    const matcher = end ? `~ ^${start}.*${end.replaceAll('.', '\\.')}$` : end === undefined ? `= ${path}` : start
    const types = type ? `  types {}\n  default_type "${type}";\n` : ''
    return `location ${matcher} {\n${addHeaders({ ...all?.headers, ...headers }, '  ')}\n${types}  try_files $uri =404;\n}`
  })
  const redirectLocations = redirects.map((redirect) => {
    const { from, status } = redirect
    return `location = ${from} { return ${status} "${buildRedirectLocation(redirect, '$is_args$args')}"; }\n`
  })
  const errorHeaders = getErrorHeaders(rules)
  return `# Include inside a server block whose root is the published folder.
charset utf-8;
server_tokens off;
gzip_static on;
gzip_vary on;
# The build also writes brotli copies, which are 20% smaller. To serve them, install the brotli module
# (libnginx-mod-http-brotli-static in Debian) and write "brotli_static on;" to /etc/nginx/conf.d/brotli.conf.

# For responses from locations without headers of their own.
${addHeaders(all?.headers ?? {}, '')}
absolute_redirect off;

error_page 405 @method;
location @method {
${addHeaders({ ...errorHeaders, Allow: ALLOWED_METHODS.join(', ') }, '  ')}
  return 405;
}
# The response already has its headers. An empty add_header prevents duplicates.
error_page 416 @range;
location @range {
  add_header Allow "";
  return 416;
}
${isTranslated ? `set $home "";\nif ($uri ~ ^/(${translations})(?:/|$)) { set $home /$1; }\n` : ''}${STATUS_PAGE_CODES.map((status) => `error_page ${status}${status === 502 ? ' 504' : ''} ${status === 404 && isTranslated ? '$home' : ''}/${status}.html;`).join('\n')}
location ~ ^/${isTranslated ? `(?:(?:${translations})/)?` : ''}(?:${STATUS_PAGE_CODES.join('|')})\\.html$ {
  internal;
  # Also the response to a large request, whose size nginx would check again, against its default limit of 1 MB.
  client_max_body_size 0;
${addHeaders(errorHeaders, '  ')}
}

# One URL per page, and 404 for files that only the server reads.
location ~ ${formatHiddenPathPattern(homes)} { return 404; }
location ~ ${HOME_ALIAS_PATTERN} { return 308 /$is_args$args; }
location ~ ${UNCLEAN_PATH_PATTERN} { return 308 $1$is_args$args; }
${redirectLocations.join('')}location = / {
  if ($request_uri ~ ^//) { return 308 /$is_args$args; }
  try_files /index.html =404;
}
location / {
  if ($request_method !~ ^(?:${ALLOWED_METHODS.join('|')})$) { return 405; }
  # nginx merges slashes in $uri, so only $request_uri has double slashes.
  set $raw_and_merged "$request_uri $uri";
  if ($raw_and_merged ~ "${DOUBLE_SLASH_PATTERN}[^ ]* ${PLAIN_PATH_PATTERN}") { return 308 $1$is_args$args; }
  try_files $uri $uri.html =404;
}
${CONTENT_TYPES.map(
  ({ end, type }) => `location ~ ${end.replaceAll('.', '\\.')}$ {
  types {}
  default_type ${type};
  try_files $uri =404;
}
`,
).join('')}${locations.join('\n')}
`
}

/** Response timeout in seconds, longer than RELAY_REQUEST_TIMEOUT_MS. */
const RELAY_TIMEOUT = 130

/**
 * Returns the location block that proxies submissions to the relay. It belongs in the same server block as the
 * directives from `renderNginxConfig`.
 * @param maxBytes maximum size of a submission; nginx rejects larger ones without reading them
 */
export function renderNginxRelay(rules: readonly HeaderRule[], maxBytes: number, { relay }: ServerNames): string {
  return `# Include in the same server block as nginx.conf. "${relay}" is an upstream in your configuration.
location ~ ^(?:${RELAY_PATHS.join('|')})/ {
  proxy_pass http://${relay};
  # Includes the port, because the relay compares this header with the page's origin.
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  client_max_body_size ${maxBytes / 1024 ** 2}m;
  # Longer than the relay's timeout, so that the relay answers first. With several relays, nginx by default passes a
  # POST request to the next relay only if the first one cannot have read it.
  proxy_connect_timeout 5s;
  proxy_read_timeout ${RELAY_TIMEOUT}s;
  # Links to attachments are signed. Do not log them, because anyone who reads the log could use them.
  if ($uri ~ ^/attachments/) { access_log off; }
  # Only for errors in nginx, for example if the relay is down. Responses from the relay are unchanged.
  error_page ${STATUS_PAGE_CODES.filter((status) => status !== 404).join(' ')} 504 /.unsent;
${addHeaders(getTransportSecurityHeader(rules), '  ')}
}
# HTML for visitors, JSON for programs, for example the forms' scripts.
location = /.unsent {
  internal;
  client_max_body_size 0;
${addHeaders(getErrorHeaders(rules), '  ')}
  default_type ${PROBLEM_CONTENT_TYPE};
  if ($http_accept !~ text/html) { return 502 '${formatProblemBody('$status')}'; }
  try_files /$status.html /502.html =502;
}
`
}

/** Returns all server blocks of a site, for inclusion in the machine's configuration. */
export function renderNginxServer(rules: readonly HeaderRule[], { host, other, folder, relay, port }: ServerNames) {
  return `# The site ${host} and its relay. Add this line to /etc/nginx/conf.d/${host}.conf:
#   include ${folder}/hosting/nginx-server.conf;
# If the relay runs on another machine, or there are several, use a copy of this file with another upstream.
upstream ${relay} {
  server 127.0.0.1:${port};
}
${redirectToHttps(`${host} ${other}`, host)}
# nginx before 1.25.1 does not support "http2 on;"; later versions accept this form with a warning.
server {
  ${listen('443 ssl http2')}
  server_name ${other};
  ${formatCertificate(host)}
${addHeaders(getTransportSecurityHeader(rules), '  ')}
  return 308 https://${host}$request_uri;
}
server {
  ${listen('443 ssl http2')}
  server_name ${host};
  ${formatCertificate(host)}
  root ${folder}/site;
  include ${folder}/hosting/nginx.conf;
  include ${folder}/hosting/nginx-relay.conf;
}
`
}

/** Returns the server block that redirects requests without TLS, and answers those of certbot. */
export function redirectToHttps(names: string, host: string): string {
  return `server {
  ${listen('80')}
  server_name ${names};
  location / {
    return 308 https://${host}$request_uri;
  }
  # The webroot of the default site: certbot certonly --webroot -w /var/www/html
  location /.well-known/acme-challenge/ {
    root /var/www/html;
  }
}`
}

export function listen(port: string): string {
  return `listen ${port};\n  listen [::]:${port};`
}

export function formatCertificate(host: string): string {
  const certificate = `/etc/letsencrypt/live/${host}`
  return `ssl_certificate ${certificate}/fullchain.pem;
  ssl_certificate_key ${certificate}/privkey.pem;
  ssl_protocols TLSv1.2 TLSv1.3;`
}

export function addHeaders(headers: Record<string, string>, indent: string): string {
  return Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} "${value}" always;`)
    .join('\n')
}
