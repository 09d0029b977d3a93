import { connect } from 'node:net';
import { answerQuestions } from './child-process.ts';
import { createVisitor, paths, type Visitor } from './visitor.ts';

export const floods = ['details', 'polls', 'uploads', 'starts'] as const;
export type Flood = (typeof floods)[number];

type Beginning = { begin: Flood; url: string; address: string; photoBase64: string };
export type FloodQuestion = Beginning | { end: true };

/** Number of concurrent sockets of each kind. */
const sockets = 16;
const visitors = 24;
/** Number of requests that one connection sends without waiting for an answer. */
const pipelined = 8000;

let isOver = false;
let answers = 0;

/**
 * Sends one request repeatedly without reading the answers first. Reconnects after a disconnect.
 */
function pipeline(url: string, localAddress: string, request: string): void {
  const { hostname, port } = new URL(url);
  const batch = request.repeat(pipelined);
  const open = () => {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    let unread = '';
    socket.setEncoding('latin1').on('data', (text) => {
      const parts = `${unread}${text}`.split('HTTP/1.1 ');
      answers += parts.length - 1;
      unread = parts.at(-1)?.slice(-8) ?? '';
    });
    socket.on('error', () => undefined);
    socket.once('close', open);
    const fill = () => {
      while (!isOver && !socket.destroyed && socket.write(batch));
    };
    socket.on('drain', fill).once('connect', fill);
  };
  open();
}

/**
 * Uploads photos without a pause, and starts tasks if `starts` is set. Continues after refusals.
 */
async function insist(visitor: Visitor, photo: Buffer, starts: boolean): Promise<void> {
  while (!isOver) {
    try {
      const signed = await visitor.sign();
      answers += 1;
      await visitor.upload(signed, photo);
      answers += 1;
      if (!starts) continue;
      await visitor.start(signed.fileKey);
      answers += 1;
    } catch {
      // A refused or broken connection is expected during a flood.
      answers += 1;
    }
  }
}

async function begin({ begin: kind, url, address, photoBase64 }: Beginning) {
  const photo = Buffer.from(photoBase64, 'base64');
  if (kind === 'uploads' || kind === 'starts') {
    for (let nth = 0; nth < visitors; nth += 1) {
      void insist(createVisitor(url, address), photo, kind === 'starts');
    }
    return;
  }
  const visitor = createVisitor(url, address);
  const signed = await visitor.sign();
  await visitor.upload(signed, photo);
  const { id } = await visitor.start(signed.fileKey);
  const { revision } = await visitor.finish(id);
  const query = kind === 'polls' ? `?since=${revision}&waitMs=25000` : '';
  const head = `GET ${paths.detail(id)}${query} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  const request = `${head}Cookie: ${visitor.cookie()}\r\n\r\n`;
  for (let nth = 0; nth < sockets; nth += 1) pipeline(url, address, request);
}

/* The flood runs in a separate process, so that its own work does not delay the polite client. */
answerQuestions<FloodQuestion>(async (question) => {
  if ('end' in question) {
    isOver = true;
    return answers;
  }
  await begin(question);
  return 0;
});
