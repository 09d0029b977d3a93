import fc, { type Arbitrary } from 'fast-check';
import { type FuzzRequest, toBytes } from './call-requests.ts';

/*
 * Requests that no schema describes: forms, chunks, header lines and targets. They are composed of
 * valid and invalid parts of their grammars.
 */

const lineEnd = fc.oneof(
  { arbitrary: fc.constant('\r\n'), weight: 10 },
  fc.constantFrom('\n', '\r', '', '\r\n\r\n'),
);
const boundary = fc.constantFrom('b', 'b', 'b', 'bb', '--b', "'()+_,-./:=? b", 'b b');

const partHeader = fc.constantFrom(
  ...['Content-Disposition: form-data; name="a"', 'Content-Disposition: form-data; name="file"'],
  ...['Content-Disposition: form-data', 'Content-Disposition: form-data; name=""', 'X: y', ''],
  ...[
    'Content-Disposition: form-data; name="key"; filename="x"',
    'Content-Disposition: attachment',
  ],
  ...['content-disposition:form-data;name=policy', 'Content-Disposition: form-data; name="a'],
  ...[
    "Content-Disposition: form-data; name*=utf-8''%e2%82",
    'Content-Type: text/plain; charset=no',
  ],
  ...['Content-Transfer-Encoding: base64', `X: ${'y'.repeat(3000)}`, ': ', '\0'],
);

const content = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '--b', '\r\n--b', '\r\n--', '\r\n--b--', 'x'.repeat(25_000)),
);

const part = fc
  .tuple(boundary, lineEnd, fc.array(partHeader, { maxLength: 4 }), lineEnd, content, lineEnd)
  .map(([mark, end, headers, blank, body, after]) =>
    [`--${mark}${end}`, headers.map((header) => `${header}\r\n`).join(''), blank, body, after].join(
      '',
    ),
  );

const formType = fc.oneof(
  { arbitrary: fc.constant('multipart/form-data; boundary=b'), weight: 6 },
  fc.constantFrom(
    ...[
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      'multipart/form-data',
    ],
    ...[
      'multipart/form-data; boundary="b"',
      'multipart/form-data; boundary=b; boundary=c',
      ';',
      '',
    ],
    ...[
      'MULTIPART/FORM-DATA; BOUNDARY=b',
      'multipart/form-data; charset=x; boundary=b',
      'a/b',
      '"',
    ],
    ...['multipart/mixed; boundary=b', `multipart/form-data; boundary=${'b'.repeat(80)}`],
  ),
);

const storagePath = fc.constantFrom(
  '/storage/lightwell',
  '/storage/lightwell/',
  '/v1/event/track/log',
);

const form = fc
  .tuple(
    storagePath,
    formType,
    fc.array(part, { maxLength: 5 }),
    fc.constantFrom('--b--\r\n', '--b--', '', '--b'),
  )
  .map(([path, type, parts, end]) => {
    const body = Buffer.from(parts.join('') + end, 'latin1');
    const headers = { 'Content-Type': type, 'Content-Length': String(body.length) };
    return {
      bytes: toBytes(`POST ${path}`, headers, body),
      call: null,
      method: 'POST',
      isWhole: true,
    };
  });

const chunk = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.constant(null), weight: 8 },
      fc.constantFrom('zz', '-1', '', 'ffffffffffffffff', '0x1', '1;a=b', '1;"', ' 1', '00000001'),
    ),
    fc.string({ minLength: 1, maxLength: 30 }),
    lineEnd,
  )
  .map(([size, body, end]) => {
    const bytes = Buffer.from(body);
    return `${size ?? bytes.length.toString(16)}\r\n${bytes.toString('latin1')}${end}`;
  });

const chunked = fc
  .tuple(
    fc.constantFrom('/v1/event/track/log', '/storage/lightwell', '/v1/ai-function/enhance', '/'),
    fc.constantFrom(
      'chunked',
      'chunked',
      'gzip, chunked',
      'chunked, chunked',
      'Chunked',
      'identity',
      '',
    ),
    fc.constantFrom('application/json', 'multipart/form-data; boundary=b', 'text/plain', ''),
    fc.array(chunk, { maxLength: 5 }),
    fc.constantFrom('0\r\n\r\n', '0\r\nTrailer: x\r\n\r\n', '', '0\r\n', '0;a\r\n\r\n'),
  )
  .map(([path, coding, type, chunks, end]) => {
    const headers = { 'Transfer-Encoding': coding, 'Content-Type': type };
    const body = Buffer.from(chunks.join('') + end, 'latin1');
    return {
      bytes: toBytes(`POST ${path}`, headers, body),
      call: null,
      method: 'POST',
      isWhole: false,
    };
  });

const piece = fc.constantFrom(
  ...[
    '/',
    '//',
    '\\',
    '..',
    '.',
    '?',
    '#',
    '%',
    '%00',
    '%2f',
    '%5c',
    '%zz',
    '@',
    ':',
    ';',
    '&',
    '=',
  ],
  ...[
    'v1',
    'v1/user',
    'storage',
    'lightwell',
    'uploads',
    'a.png',
    'de',
    'docs',
    'assets',
    'index.html',
  ],
  ...[
    'http://evil.example',
    'https:',
    'evil.example',
    '*',
    '~',
    'X-Amz-Signature=1',
    'x'.repeat(500),
  ],
);

const headerLine = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'Accept',
        'Cookie',
        'Range',
        'X-Forwarded-For',
        'If-None-Match',
        'Host',
        'Upgrade',
        'Expect',
        'Content-Length',
        'Transfer-Encoding',
        'Sec-Fetch-Site',
        'Accept-Encoding',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    )
    .map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '~')}`),
  fc.constantFrom(
    'Range: bytes=5-1',
    'no colon',
    ' folded',
    ': empty',
    'Content-Length: 5',
    'A\0: b',
    'Upgrade: websocket',
  ),
);

const target = fc
  .tuple(
    fc.constantFrom(
      'GET',
      'GET',
      'HEAD',
      'POST',
      'OPTIONS',
      'DELETE',
      'TRACE',
      'PROPFIND',
      'get',
      'CONNECT',
      'FOO',
    ),
    fc.array(piece, { maxLength: 6 }),
    fc.array(headerLine, { maxLength: 4 }),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''),
  )
  .map(([method, pieces, lines, version]) => {
    const path = pieces.join('');
    const head = `${method} ${path.startsWith('http') || path === '*' ? path : `/${path}`} ${version}\r\n`;
    const headers = ['Host: fuzz', 'Connection: close', ...lines].map((line) => `${line}\r\n`);
    return {
      bytes: Buffer.from(`${head}${headers.join('')}\r\n`, 'latin1'),
      call: null,
      method,
      isWhole: false,
    };
  });

const noise = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => ({
  bytes: Buffer.concat([bytes, Buffer.from('\r\n\r\n')]),
  call: null,
  method: '',
  isWhole: false,
}));

export const grammarRequests: Arbitrary<FuzzRequest> = fc.oneof(
  { arbitrary: form, weight: 4 },
  { arbitrary: chunked, weight: 3 },
  { arbitrary: target, weight: 3 },
  { arbitrary: noise, weight: 1 },
);
