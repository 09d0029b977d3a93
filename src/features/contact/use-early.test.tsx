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

/**
 * Simulates a prerendered form into which the visitor typed before the page's scripts had loaded.
 */
async function open(typed: string) {
  document.body.innerHTML = `<div id="app">${renderToString(<Form held={null} />)}</div>`;
  if (typed) input().value = typed;
  const container = document.getElementById('app') as HTMLElement;
  const react = await act(() => hydrateRoot(container, <Form held={null} />));
  return (held: string | null) => act(() => react.render(<Form held={held} />));
}

it('keeps a value typed before and after hydration, and passes it on once the chart runs', async () => {
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

it('passes on an early submit after the early value, once', async () => {
  const render = await open('anna');
  const form = document.querySelector('form') as HTMLElement;
  await act(() => fireEvent.submit(form));
  await act(() => fireEvent.submit(form));
  await render('');
  await render('anna');
  expect(told).toEqual(['anna', 'submitted']);
});

it('passes nothing on for an untouched field, and shows the chart’s value', async () => {
  const render = await open('');
  await render('');
  await render('bob');
  expect([input().value, told]).toEqual(['bob', []]);
});
