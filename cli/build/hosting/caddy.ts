import { HIDDEN, START, UNCLEAN } from '../addresses.ts'
import { type HeaderRule, headersForMissing, MANIFEST, METHODS } from '../headers.ts'

/** Rules inside a site block. `route` keeps the order of the rules: elsewhere Caddy lets the general one win. */
export function caddyConfig(rules: readonly HeaderRule[]): string {
  const [all = '', ...others] = rules.map(({ path, headers }) => `\theader ${path} {\n${lines(headers, '\t\t')}\n\t}`)
  return `# Import inside a site block whose root is the published folder.
route {
${all}
	header ${MANIFEST.path} Content-Type ${MANIFEST.type}

	@method not method ${METHODS.join(' ')}
	error @method 405

	# One address for each page, and none for what only the server reads.
	@hidden path_regexp ${HIDDEN}
	error @hidden 404
	@start path_regexp ${START}
	route @start {
		rewrite * /
		redir {uri} 308
	}
	@unclean path_regexp unclean ${UNCLEAN}
	route @unclean {
		rewrite * {re.unclean.1}
		redir {uri} 308
	}

	# Only now: what is redirected has none of these.
${others.join('\n')}

	try_files {path} {path}.html
	file_server {
		precompressed br gzip
	}
}
handle_errors {
	header {
${lines(headersForMissing(rules), '\t\t')}
	}
	@method expression \`{http.error.status_code} == 405\`
	header @method Allow "${METHODS.join(', ')}"

${page('missing', '== 404', 404)}
${page('down', 'in [502, 503, 504]', 502)}
}
`
}

function page(name: string, statuses: string, file: number): string {
  return `	@${name} expression \`{http.error.status_code} ${statuses}\`
	handle @${name} {
		rewrite * /${file}.html
		file_server {
			precompressed br gzip
		}
	}`
}

/** The way to the relay, for the same site block. Caddy passes posts on as they come; how large they may be the relay says. */
export function caddyRelay(rules: readonly HeaderRule[], { paths }: { paths: string[] }): string {
  const [all] = rules
  const { 'Strict-Transport-Security': security = '' } = all?.headers ?? {}
  return `# Import beside Caddyfile.
@relay path ${paths.map((path) => `${path}/*`).join(' ')}
handle @relay {
${lines({ 'Strict-Transport-Security': security }, '\theader ')}
	reverse_proxy {$RELAY_ADDRESS:127.0.0.1:8787}
}
`
}

function lines(headers: Record<string, string>, indent: string): string {
  return Object.entries(headers)
    .map(([name, value]) => `${indent}${name} \`${value}\``)
    .join('\n')
}
