import type { Site } from '../../src/content/site.ts'

/** Headers for the paths that a pattern matches; `*` at the end matches the rest. Later rules win. */
export interface HeaderRule {
  path: string
  headers: Record<string, string>
}

const YEAR = 31_536_000
const NOT_KEPT = { 'Cache-Control': 'no-store' }

/**
 * What a host must send. Only the booking provider and the relay are let in from outside. Where styles may come
 * from each document says itself, in a second policy that allows the ones in it by their hash: so no response
 * carries the hashes of all pages, and none has `unsafe-inline`.
 */
export function headerRules(site: Site): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Security-Policy': contentSecurityPolicy(site),
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'Strict-Transport-Security': `max-age=${2 * YEAR}; includeSubDomains`,
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': `public, max-age=${YEAR}, immutable` } },
    // Other sites show these pictures when they preview a shared link.
    { path: '/share/*', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' } },
  ]
}

function contentSecurityPolicy(site: Site): string {
  const booking = new URL(site.scheduling.script).origin
  const bookingPage = new URL(site.scheduling.url).origin
  const relay = site.relay.address ? ` ${new URL(site.relay.address).origin}` : ''
  return [
    `script-src 'self' ${booking}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${relay}`,
    `form-action 'self'${relay}`,
    `frame-src ${bookingPage}`,
    "manifest-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of one path: every rule that matches, later ones over earlier ones. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const matches = rules.filter((rule) =>
    rule.path.endsWith('*') ? path.startsWith(rule.path.slice(0, -1)) : rule.path === path,
  )
  return Object.assign({}, ...matches.map((rule) => rule.headers))
}

/**
 * The headers of an answer for what is not there: those of every path, and nobody may keep it. A file that is
 * missing for a moment, while a new release is being copied, would stay missing in the browsers that asked for it.
 */
export function headersForMissing([all]: readonly HeaderRule[]): Record<string, string> {
  return { ...all?.headers, ...NOT_KEPT }
}

/** `_headers`, as Netlify and Cloudflare Pages read it. `!` takes an inherited header away before it is set anew. */
export function headersFile(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ path, headers }, index) => {
      const lines = Object.entries(headers).flatMap(([name, value]) => [
        ...(index > 0 ? [`  ! ${name}`] : []),
        `  ${name}: ${value}`,
      ])
      return `${path}\n${lines.join('\n')}\n`
    })
    .join('\n')
}

const MANIFEST = { path: '/site.webmanifest', type: 'application/manifest+json' }

/** A server block for nginx: clean addresses, prepared compression, the same headers. */
export function nginxConfig(rules: readonly HeaderRule[]): string {
  const [all, ...others] = rules
  const add = (headers: Record<string, string>) =>
    Object.entries(headers)
      .map(([name, value]) => `    add_header ${name} "${value}" always;`)
      .join('\n')
  const locations = others.map(({ path, headers }) => {
    const where = path.endsWith('*') ? path.slice(0, -1) : `= ${path}`
    return `  location ${where} {\n${add({ ...all?.headers, ...headers })}\n    try_files $uri =404;\n  }`
  })
  return `# Include inside a server block whose root is the published folder.
  charset utf-8;
  gzip_static on;
  gzip_vary on;
  # brotli_static on;  # with the ngx_brotli module
  error_page 404 /404.html;
  location = / {
${add(all?.headers ?? {})}
    try_files /index.html =404;
  }
  location / {
${add(all?.headers ?? {})}
    try_files $uri $uri.html =404;
  }
  location = /404.html {
    internal;
${add(headersForMissing(rules))}
  }
  # The types of nginx do not know it.
  location = ${MANIFEST.path} {
    default_type ${MANIFEST.type};
${add(all?.headers ?? {})}
    try_files $uri =404;
  }
${locations.join('\n')}
`
}

/** The same for Caddy. `route` keeps the order of the rules: elsewhere Caddy lets the general one win. */
export function caddyConfig(rules: readonly HeaderRule[]): string {
  const blocks = rules.map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `\t\t${name} \`${value}\``)
    return `\theader ${path} {\n${lines.join('\n')}\n\t}`
  })
  return `# Import inside a site block whose root is the published folder, below the handle blocks of what is no file.
route {
${blocks.join('\n')}
	header ${MANIFEST.path} Content-Type ${MANIFEST.type}
	try_files {path} {path}.html
	file_server {
		precompressed br gzip
	}
}
handle_errors {
	# What is missing now may be there in a moment.
${Object.entries(NOT_KEPT).map(([name, value]) => `\theader ${name} ${value}`)}
	@missing expression \`{http.error.status_code} == 404\`
	handle @missing {
		rewrite * /404.html
		file_server {
			precompressed br gzip
		}
	}
}
`
}
