// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { guest, open, press } from './screens.test-kit.tsx';

/* Tests the sign-in dialog together with the other charts, and the messages after a sign-in. */

const page = <h1>Page</h1>;
const anna = 'anna@example.com';

/** Simulates a tab that was opened by a link in a mail to Anna. */
const byLink = (ports: AppPorts) => {
  ports.session.findEntry = async () => ({ link: 'link-1' });
  ports.signIn.lookAtLink = async () => ({ address: anna });
};

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Sign in' }));

const keeps = /The photos you made in this browser will be kept in that account/;

it('asks for confirmation of a mailed link with its address, and explains what happens to the photos', async () => {
  await open(page, { change: byLink });
  const asked = await dialog();
  expect(asked.getByText(anna).tagName).toBe('STRONG');
  expect(document.activeElement?.textContent).toContain(`Sign in as ${anna}?`);
  expect(asked.getByText(keeps)).toBeTruthy();
});

it.each([
  ['another account', 'ben@example.com', /^You’re signed in as ben@example\.com\./],
  ['the same account', anna, /^Continue only if this address is yours\.$/],
])('explains to a user signed in with %s what a press does', async (_, email, words) => {
  const user = { ...guest, id: 'user-2', email };
  await open(page, { world: { user }, change: byLink });
  const asked = await dialog();
  expect(asked.getByText(words)).toBeTruthy();
  expect(asked.queryByText(keeps)).toBeNull();
});

it('reports that a link could not be checked, and checks again', async () => {
  let isOnline = false;
  await open(page, {
    change: (ports) => {
      byLink(ports);
      ports.signIn.lookAtLink = async () => {
        if (!isOnline) throw new PortError({ reason: 'offline' });
        return { address: anna };
      };
    },
  });
  const asked = await dialog();
  expect(asked.getByText(/The connection was lost/)).toBeTruthy();
  expect(asked.queryByRole('button', { name: 'Sign in here' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Try again');
  isOnline = true;
  await press('Try again');
  expect(asked.getByRole('button', { name: 'Sign in here' })).toBeTruthy();
});

it('shows the signed-in address and the number of moved photos; the menu shows the account', async () => {
  await open(page, {
    change: (ports) => {
      byLink(ports);
      const { signIn } = ports.signIn;
      ports.signIn.signIn = async (proof, signal) => ({
        ...(await signIn(proof, signal)),
        merged: { records: 3 },
      });
    },
  });
  const banner = within(screen.getByRole('banner'));
  expect(banner.queryByText(anna)).toBeNull();
  await press('Sign in here');
  expect(
    screen.getByText(`Signed in as ${anna}; 3 photos from this browser are in your account now.`),
  ).toBeTruthy();
  expect(banner.getByText(anna)).toBeTruthy();
  await act(async () => banner.getByRole('button', { name: 'Sign out' }).click());
  expect(banner.queryByText(anna)).toBeNull();
});

const type = (label: string, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  });

const openAtAddress = async (...ways: string[]) => {
  await open(page);
  for (const way of ['Sign in', ...ways]) await press(way);
  await type('Email address', anna);
};

it('moves the focus back to the field at each refusal of its value', async () => {
  await open(page);
  for (const again of ['anna', 'anna@']) {
    if (again === 'anna') await press('Sign in');
    await type('Email address', again);
    const send = screen.getByRole('button', { name: 'Send me a code' });
    send.focus();
    await press('Send me a code');
    const field = screen.getByLabelText('Email address');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  }
});

const linked = () =>
  screen
    .getAllByRole('link', { name: /^(user agreement|privacy policy)$/ })
    .map((link) => [link.getAttribute('href'), link.getAttribute('target')]);

const documents = [
  ['/user-agreement', '_blank'],
  ['/privacy-policy', '_blank'],
];

it('has its own text for a first password, with the terms at both steps', async () => {
  await openAtAddress('Use a password instead', 'Create an account with a password');
  expect(linked()).toEqual(documents);
  await press('Send me a code');
  expect(screen.getByLabelText('Choose a password')).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(linked()).toEqual(documents);
});

it('has its own text for a replaced password, without the terms', async () => {
  await openAtAddress('Use a password instead', 'Forgot your password?');
  await press('Send me a code');
  expect(screen.getByLabelText('New password')).toBeTruthy();
  expect(screen.queryByText(/By continuing/)).toBeNull();
});

it('shows the terms if a code may create an account', async () => {
  await openAtAddress();
  expect(screen.queryByText(/By continuing/)).toBeNull();
  await press('Send me a code');
  expect(linked()).toEqual(documents);
});
