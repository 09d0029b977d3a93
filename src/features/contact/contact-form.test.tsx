// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contactMachine } from '../../../machines/contact/contact.machine.ts';
import type { ContactContext, ContactField } from '../../../machines/contact/contact.types.ts';
import { formOf } from '../../../machines/model/form.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import { ContactForm } from './contact-form.tsx';

/* Tests the texts at the fields of the contact form, and which element gets the focus. */

const context: ContactContext = {
  visitor: '',
  key: null,
  draft: null,
  failure: null,
  form: formOf({ address: ' anna@example.com ', name: '', message: 'Hello' }),
};

const open = (value: 'writing' | 'sending' | 'sent', changes: Partial<ContactContext> = {}) =>
  renderAtRest(<ContactForm />, {
    contact: contactMachine.resolveState({ value, context: { ...context, ...changes } }),
  });

const labels = { address: 'Email address', name: 'Your name (optional)', message: 'Your message' };

it.each<[ContactField, problem: string, words: RegExp]>([
  ['address', 'missing', /^Please enter your email address/],
  ['address', 'invalid', /^This doesn’t look like an email address/],
  ['address', 'tooLong', /^This is too long for an email address/],
  ['name', 'tooLong', /^That name is too long/],
  ['message', 'missing', /^Please write your message/],
  ['message', 'tooLong', /^Please keep it to 5,000 characters/],
])('shows at the field %s what is wrong, and focuses it: %s', async (name, problem, words) => {
  await open('writing', { form: { ...context.form, problems: { [name]: problem }, refusals: 1 } });
  const field = screen.getByLabelText(labels[name]);
  expect(document.activeElement).toBe(field);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(words),
  );
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  expect(texts).toContainEqual(expect.stringMatching(words));
});

it('prevents the browser from correcting addresses', async () => {
  await open('writing');
  const address = screen.getByLabelText('Email address');
  expect(address.getAttribute('spellcheck')).toBe('false');
  expect(address.getAttribute('autocapitalize')).toBe('none');
});

it.each([
  ['writing', false, 'Send message'],
  ['sending', true, 'Sending…'],
] as const)(
  'locks the fields and shows progress only while sending (%s)',
  async (value, isKept, words) => {
    await open(value);
    const fields = screen.getAllByRole<HTMLInputElement | HTMLTextAreaElement>('textbox');
    expect(fields.map(({ readOnly }) => readOnly)).toEqual([isKept, isKept, isKept]);
    const button = screen.getByRole('button', { name: words });
    expect(button.getAttribute('aria-disabled')).toBe(`${isKept}`);
    expect(button.querySelector('.spinner') !== null).toBe(isKept);
  },
);

it('focuses the receipt, which shows the address of the copy', async () => {
  await open('sent');
  const title = screen.getByText('Thank you, your message has arrived');
  expect(document.activeElement?.contains(title)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
  expect(screen.getByText('anna@example.com').localName).toBe('strong');
});
