/** Requests whose body or headers hide a second request, or that several servers could split in different places. */
export function listSmuggledRequests(path: string, hidden: string): Record<string, string> {
  const length = Buffer.byteLength(hidden)
  const chunked = `${length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const request = (method: string, headers: string[], body: string) =>
    [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n')
  const bodies: Record<string, [headers: string[], body: string]> = {
    'a Content-Length': [[`Content-Length: ${length}`], hidden],
    'a chunked body': [['Transfer-Encoding: chunked'], chunked],
    'a short Content-Length and a chunked body': [['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked],
    'a long Content-Length and an empty chunked body': [
      [`Content-Length: ${length + 5}`, 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${hidden}`,
    ],
    'two Content-Lengths': [['Content-Length: 0', `Content-Length: ${length}`], hidden],
    'a signed Content-Length': [[`Content-Length: +${length}`], hidden],
    'Connection: Content-Length': [[`Content-Length: ${length}`, 'Connection: content-length'], hidden],
    'Connection: Transfer-Encoding': [['Transfer-Encoding: chunked', 'Connection: transfer-encoding'], chunked],
    'Connection: Upgrade': [
      ['Transfer-Encoding: chunked', 'Connection: upgrade, close', 'Upgrade: websocket'],
      chunked,
    ],
    'Expect: 100-continue': [[`Content-Length: ${length}`, 'Expect: 100-continue'], hidden],
    'a request in the chunk extension': [
      ['Transfer-Encoding: chunked'],
      `0;${hidden.replaceAll('\r\n', '\n')}\r\n\r\n`,
    ],
    'chunks that end with a line feed': [['Transfer-Encoding: chunked'], chunked.replaceAll('\r\n', '\n')],
    'a request after the last chunk': [['Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    'a request in the trailer': [['Transfer-Encoding: chunked', 'Trailer: X-A'], `0\r\nX-A: b\r\n${hidden}`],
  }
  const codings = {
    'in another case': 'tRANSFER-eNCODING: CHUNKED',
    'with a space before the colon': 'Transfer-Encoding : chunked',
    'with a space before the name': ' Transfer-Encoding: chunked',
    'after a tab': 'Transfer-Encoding:\tchunked',
    'after a vertical tab': 'Transfer-Encoding: \vchunked',
    'on a continued line': 'Transfer-Encoding:\r\n chunked',
    'before another coding': 'Transfer-Encoding: chunked, identity',
    'after another coding': 'Transfer-Encoding: gzip, chunked',
    'in quotes': 'Transfer-Encoding: "chunked"',
    'in two headers': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
    'after a header with a lone line feed': 'X-A: b\nTransfer-Encoding: chunked',
    misspelled: 'Transfer-Encoding: xchunked',
  }
  for (const [how, header] of Object.entries(codings)) {
    bodies[`chunked ${how}`] = [[header], chunked]
    bodies[`chunked ${how}, and a Content-Length`] = [['Content-Length: 4', header], chunked]
  }
  return Object.fromEntries(
    ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'POST'].flatMap((method) =>
      Object.entries(bodies).map(([name, [headers, body]]) => [
        `${method} with ${name}`,
        request(method, headers, body),
      ]),
    ),
  )
}
