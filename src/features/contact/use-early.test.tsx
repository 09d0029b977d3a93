// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { useEarly, useEarlyValue } from './use-early.ts';

type Props = { held: string | null };

let told: string[];
const tell = (value: string) => told.push(value);
const tellSubmit = () => told.push('submitted');

function Form({ held }: Props) {
  const { ref, value, onChange } = useEarlyValue(held, tell);
  const [, submit] = useEarly<'submitted'>(held !== null, tellSubmit);
  return (
    <form onSubmit={() => submit('submitted')}>
      <input ref={ref} value={value} onChange={(event) => onChange(event.target.value)} />
    </form>
  );
}

const input = () => document.querySelector('input') as HTMLInputElement;
const type = (value: string) => act(() => fireEvent.input(input(), { target: { value } }));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  told = [];
});

/** A prerendered form in which something was typed before its scripts came. */
async function open(typed: string) {
  document.body.innerHTML = `<div id="app">${renderToString(<Form held={null} />)}</div>`;
  if (typed) input().value = typed;
  const container = document.getElementById('app') as HTMLElement;
  const react = await act(() => hydrateRoot(container, <Form held={null} />));
  return (held: string | null) => act(() => react.render(<Form held={held} />));
}

it('keeps what was typed before the hydration and after it, and tells it once the chart runs', async () => {
  const render = await open('an');
  await render(null);
  expect(input().value).toBe('an');
  await type('anna');
  expect([input().value, told]).toEqual(['anna', []]);
  await render('');
  expect(told).toEqual(['anna']);
  await render('anna');
  await type('anna@');
  expect(told).toEqual(['anna', 'anna@']);
});

it('tells what was sent early after what was typed, once', async () => {
  const render = await open('anna');
  const form = document.querySelector('form') as HTMLElement;
  await act(() => fireEvent.submit(form));
  await act(() => fireEvent.submit(form));
  await render('');
  await render('anna');
  expect(told).toEqual(['anna', 'submitted']);
});

it('says nothing of a field that nobody has touched, and shows what the chart holds', async () => {
  const render = await open('');
  await render('');
  await render('bob');
  expect([input().value, told]).toEqual(['bob', []]);
});
