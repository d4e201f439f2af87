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

const RELAY_PATTERNS = RELAY_PATHS.map((path) => `${path}/*`).join(' ')

/**
 * Returns the directives for a site block. `route` preserves their order; without it, Caddy would sort them, and the
 * general rule would take precedence.
 * @param homes paths of the site's translations, such as `/de`, which have error pages of their own for missing pages
 */
export function renderCaddyConfig(
  rules: readonly HeaderRule[],
  redirects: readonly Redirect[],
  homes: readonly string[] = [],
): string {
  const [all = '', ...others] = rules.map(renderHeaders)
  // Caddy reads braces as placeholders, unless they are escaped.
  const problemBody = formatProblemBody('PLACE').replace(/[{}]/g, '\\$&').replace('PLACE', '{http.error.status_code}')
  return `# Import inside a site block whose root is the published folder.
route {
${all}
${CONTENT_TYPES.map(({ end, type }, index) => `\t@type${index} path *${end}\n\theader @type${index} Content-Type ${type}`).join('\n')}
	@method not method ${ALLOWED_METHODS.join(' ')}
	error @method 405

	# One URL per page, and 404 for files that only the server reads.
	@hidden path_regexp ${formatHiddenPathPattern(homes)}
	error @hidden 404
	@start path_regexp ${HOME_ALIAS_PATTERN}
	route @start {
		rewrite * /
		redir {uri} 308
	}
	@unclean path_regexp unclean ${UNCLEAN_PATH_PATTERN}
	route @unclean {
		rewrite * {re.unclean.1}
		redir {uri} 308
	}
	@doubled {
		vars_regexp {uri} \`${DOUBLE_SLASH_PATTERN}\`
		path_regexp plain ^${PLAIN_PATH_PATTERN}
	}
	route @doubled {
		rewrite * {re.plain.1}
		redir {uri} 308
	}

${redirectMap(redirects)}	# After the redirects, which must not have these headers.
${others.join('\n')}
	# Caddy adds this header only to compressed responses, but caches need it on all.
	header ?Vary Accept-Encoding

	try_files {path} {path}.html
	file_server {
		precompressed br gzip
	}
}
handle_errors {
	header {
${lines(getErrorHeaders(rules), '\t\t')}
	}
	@method expression \`{http.error.status_code} == 405\`
	header @method Allow "${ALLOWED_METHODS.join(', ')}"

	# HTML for visitors, JSON for programs, for example the forms' scripts.
	@program {
		path ${RELAY_PATTERNS}
		not header Accept *text/html*
	}
	handle @program {
		header Content-Type ${PROBLEM_CONTENT_TYPE}
		respond \`${problemBody}\` {http.error.status_code}
	}
${renderTranslatedErrors(homes)}	@page expression \`{http.error.status_code} in [${STATUS_PAGE_CODES.join(', ')}, 504]\`
	handle @page {
		try_files /{http.error.status_code}.html /502.html
		file_server {
			precompressed br gzip
		}
	}
}
`
}

function renderTranslatedErrors(homes: readonly string[]): string {
  if (homes.length === 0) return ''
  return `	@missing {
		path_regexp home ^/(${homes.map((home) => home.slice(1)).join('|')})(?:/|$)
		expression \`{http.error.status_code} == 404\`
	}
	handle @missing {
		rewrite * /{re.home.1}/404.html
		file_server {
			precompressed br gzip
		}
	}
`
}

/** Returns the header directive for a rule. Caddy matches a suffix, such as `.md`, only in a named matcher. */
function renderHeaders({ path, headers }: HeaderRule, index: number): string {
  const isSuffix = /^\/\*./.test(path)
  // Only for files, because a 404 response must not have their type.
  const matcher = isSuffix ? `\t@rule${index} {\n\t\tpath ${path.slice(1)}\n\t\tfile\n\t}\n` : ''
  return `${matcher}\theader ${isSuffix ? `@rule${index}` : path} {\n${lines(headers, '\t\t')}\n\t}`
}

/** Returns the redirects as a lookup table, because Caddy would test separate rules one after another. */
function redirectMap(redirects: readonly Redirect[]): string {
  if (redirects.length === 0) return ''
  const row = (redirect: Redirect) =>
    `\t\t${redirect.from} ${redirect.status} "${buildRedirectLocation(redirect, '')}" "${buildRedirectLocation(redirect, '?{query}')}"\n`
  return `	map {path} {moved_status} {moved} {moved_with_query} {
${redirects.map(row).join('')}		default "" "" ""
	}
	@moved expression \`{moved} != "" && {query} == ""\`
	redir @moved {moved} {moved_status}
	@moved_with_query expression \`{moved} != "" && {query} != ""\`
	redir @moved_with_query {moved_with_query} {moved_status}

`
}

/**
 * Returns the directives that proxy submissions to the relay. They belong in the same site block as those from
 * `renderCaddyConfig`. Caddy does not buffer submissions; the relay limits their size.
 */
export function renderCaddyRelay(rules: readonly HeaderRule[], { port }: ServerNames) {
  return `# Import in the same site block as Caddyfile.
@relay path ${RELAY_PATTERNS}
handle @relay {
${lines(getTransportSecurityHeader(rules), '\theader ')}
	reverse_proxy {$RELAY_ADDRESS:127.0.0.1:${port}} {
		# Retries while the relay restarts, except requests that the relay may have read. Caddy can recognize those only
		# without keep-alive.
		lb_try_duration 5s
		transport http {
			keepalive off
		}
	}
}
`
}

/** Returns all site blocks, for import into the machine's Caddyfile. Caddy redirects http to https by default. */
export function renderCaddyServer(rules: readonly HeaderRule[], { host, other, folder }: ServerNames): string {
  return `# The site ${host} and its relay. Add this line to /etc/caddy/Caddyfile:
#   import ${folder}/hosting/Caddyfile-server
${other} {
${lines(getTransportSecurityHeader(rules), '\theader ')}
	redir https://${host}{uri} 308
}
${host} {
	root * ${folder}/site
	import Caddyfile
	import Caddyfile-relay
}
`
}

function lines(headers: Record<string, string>, indent: string): string {
  return Object.entries(headers)
    .map(([name, value]) => `${indent}${name} \`${value}\``)
    .join('\n')
}
