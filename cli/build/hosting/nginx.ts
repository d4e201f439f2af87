import { HIDDEN, START, STATUS_PAGES, UNCLEAN } from '../addresses.ts'
import { type HeaderRule, headersForMissing, MANIFEST, METHODS } from '../headers.ts'

/** Rules inside a server block: clean addresses, prepared compression, the headers of each kind of answer. */
export function nginxConfig(rules: readonly HeaderRule[]): string {
  const [all, ...others] = rules
  const locations = others.map(({ path, headers }) => {
    const where = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`
    return `location ${where} {\n${add({ ...all?.headers, ...headers }, '  ')}\n  try_files $uri =404;\n}`
  })
  const missing = headersForMissing(rules)
  return `# Include inside a server block whose root is the published folder.
charset utf-8;
gzip_static on;
gzip_vary on;
# The copies for brotli are there too, a fifth smaller. Where nginx has the module for them
# (libnginx-mod-http-brotli-static in Debian), say "brotli_static on;" beside this include.

# For every answer below that has no headers of its own.
${add(all?.headers ?? {}, '')}
absolute_redirect off;

error_page 404 /404.html;
error_page 405 @method;
location @method {
${add({ ...missing, Allow: METHODS.join(', ') }, '  ')}
  return 405;
}
# Shown in answer to posts of any size, which nginx would compare once more with its own limit of a megabyte.
${STATUS_PAGES.map((status) => `location = /${status}.html {\n  internal;\n  client_max_body_size 0;\n${add(missing, '  ')}\n}`).join('\n')}

# One address for each page, and none for what only the server reads.
location ~ ${HIDDEN} { return 404; }
location ~ ${START} { return 308 /$is_args$args; }
location ~ ${UNCLEAN} { return 308 $1$is_args$args; }
location = / {
  try_files /index.html =404;
}
location / {
  if ($request_method !~ ^(?:${METHODS.join('|')})$) { return 405; }
  try_files $uri $uri.html =404;
}
# The types of nginx do not know it.
location = ${MANIFEST.path} {
  default_type ${MANIFEST.type};
  try_files $uri =404;
}
${locations.join('\n')}
`
}

/**
 * The way to the relay, for the same server block.
 * @param options.megabytes a larger post is refused unread
 */
export function nginxRelay(rules: readonly HeaderRule[], options: { paths: string[]; megabytes: number }): string {
  const [all] = rules
  const { 'Strict-Transport-Security': security = '' } = all?.headers ?? {}
  return `# Include beside nginx.conf. The relay is the "upstream relay" of your configuration.
location ~ ^(?:${options.paths.join('|')})/ {
  proxy_pass http://relay;
  # With its port: the relay compares it with the origin of the page.
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  client_max_body_size ${options.megabytes}m;
  # What the relay answers stays as it is. These are for when nothing of it is there.
  error_page 413 /413.html;
  error_page 502 504 /502.html;
${add({ 'Strict-Transport-Security': security }, '  ')}
}
`
}

function add(headers: Record<string, string>, indent: string): string {
  return Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} "${value}" always;`)
    .join('\n')
}
