import { expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../contract/error-codes.ts';
import { codeMessages } from '../../../machines/model/code-words.ts';
import { locales } from '../../../machines/model/locale.ts';
import { EngineError } from '../../engine/engine.port.ts';
import { sharedTestServer } from '../../testing/shared-test-server.fixture.ts';
import { photo } from '../../testing/visitor.fixture.ts';
import { loadWords } from './words.ts';

const server = sharedTestServer();

const codes = Object.keys(errorCodes) as ErrorCode[];

test('exactly the codes of the contract have words (R34)', () => {
  expect(Object.keys(codeMessages).sort()).toEqual([...codes].sort());
});

test('the words of a code differ between the languages and name the support address', async () => {
  const words = await loadWords({ email: 'help@lightwell.example' });
  for (const code of codes) {
    const said = locales.map((locale) => words(code, locale));
    expect([code, new Set(said).size]).toEqual([code, locales.length]);
    expect(said.join(' ').replaceAll('{path}', '')).not.toMatch(/[{}]/);
  }
});

test.each([
  ['de', 'Seite nicht gefunden: /v1/nothing'],
  ['fr-CA;q=0.4, ja;q=0.9', 'ページが見つかりません：/v1/nothing'],
  ['pt-BR', 'Página não encontrada: /v1/nothing'],
  ['tlh', 'Page not found: /v1/nothing'],
  ['', 'Page not found: /v1/nothing'],
])('the envelope of a refusal is in the language %j', async (language, msg) => {
  const answer = await server.app.inject({
    url: '/v1/nothing',
    headers: { 'accept-language': language },
  });
  expect(answer.json()).toEqual({ success: 'not_found', msg, obj: null });
});

test('no message of a failing decoder reaches a visitor', async () => {
  const visitor = server.visitor();
  const fileKey = await visitor.upload(await photo());
  const { inspect } = server.engine;
  server.engine.inspect = async (path) => {
    throw new EngineError('not_an_image', `libvips: VipsJpeg: ${path}: Premature end of file`);
  };
  const answer = await visitor.start(fileKey);
  server.engine.inspect = inspect;
  expect(answer).toEqual({
    status: 422,
    success: 'not_an_image',
    msg: 'This file isn’t a photo we can read.',
    obj: null,
  });
});
