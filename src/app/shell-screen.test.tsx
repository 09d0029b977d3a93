// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purposes } from '../../machines/model/consent.ts';
import { PortError } from '../../machines/ports/port-failure.ts';
import { HomePage } from '../features/home/home-page.tsx';
import { guest, open, press, startWithPhoto } from './screens.test-kit.tsx';

/* Tests the parts that every page shows: the navigation, and the notes about the connection. */

const page = <h1>Page</h1>;
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('begins with a link past the header, to the content', async () => {
  await open(page);
  const [first] = screen.getAllByRole('link');
  expect(first?.textContent).toBe('Skip to content');
  expect(document.querySelector(first?.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
});

it('names the landmarks of the header and the targets of its links', async () => {
  await open(page);
  const header = within(screen.getByRole('banner'));
  const home = header.getByRole('link', { name: 'Lightwell home page' });
  expect(home.getAttribute('href')).toBe('/');
  const navigation = within(header.getByRole('navigation', { name: 'Main navigation' }));
  expect(navigation.getByRole('link', { name: 'My photos' }).getAttribute('href')).toBe('/record');
  expect(navigation.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});

it('links from the footer to every page, under headings', async () => {
  await open(page);
  const footer = screen.getByRole('contentinfo');
  const navigation = within(footer).getByRole('navigation', { name: 'More about Lightwell' });
  const groups = within(navigation)
    .getAllByRole('heading', { level: 2 })
    .map((heading) => [heading.textContent, linksIn(heading.parentElement as HTMLElement)]);
  expect(groups).toEqual([
    [
      'Photos',
      [
        ['Improve a photo', '/'],
        ['My photos', '/record'],
        ['Pricing', '/pricing'],
      ],
    ],
    [
      'Help',
      [
        ['About us', '/about-us'],
        ['Contact us', '/contact-us'],
        ['Unsubscribe from emails', '/unsubscribe'],
      ],
    ],
    [
      'Terms',
      [
        ['Terms of use', '/terms'],
        ['Privacy policy', '/privacy-policy'],
        ['User agreement', '/user-agreement'],
      ],
    ],
    [
      'Plan',
      [
        ['Subscription terms', '/subscription-terms'],
        ['Manage your plan', '/manage-membership-plan'],
      ],
    ],
  ]);
  expect(within(footer).getByText('Better photos that stay yours.')).toBeTruthy();
  expect(within(footer).getByText('© C')).toBeTruthy();
});

it.each(['Get credits', 'Account', 'Sign out'])(
  'closes the account menu after %s',
  async (name) => {
    await open(page, { world: { user: { ...guest, id: 'user-1', email: 'anna@example.com' } } });
    const summary = document.querySelector('summary[aria-label="Account"]');
    const menu = summary?.closest('details') as HTMLDetailsElement;
    menu.open = true;
    await act(async () => {
      fireEvent.click(within(menu).getByText(name, { selector: 'button, a' }));
    });
    expect(menu.open).toBe(false);
  },
);

it('marks the language on screen, and no other, in the menu of languages', async () => {
  await open(page);
  const links = within(screen.getByRole('list', { name: 'Language' })).getAllByRole('link');
  const marked = links.filter((link) => link.querySelector('svg'));
  expect(marked.map((link) => link.textContent)).toEqual(['English']);
  expect(marked).toEqual(links.filter((link) => link.getAttribute('aria-current') === 'true'));
});

it('calls an unreachable server again on request, and keeps the focus', async () => {
  let isThere = false;
  await open(page, {
    change: (ports) => {
      const { loadSetup } = ports.setup;
      ports.setup.loadSetup = async (input, signal) => {
        if (!isThere) throw new PortError({ reason: 'server', call: 'setup' });
        return loadSetup(input, signal);
      };
    },
  });
  const text = 'We can’t reach our server at the moment.';
  const note = screen.getByText(text).closest<HTMLElement>('[role=status]');
  isThere = true;
  const retry = within(note as HTMLElement).getByRole('button', { name: 'Try again' });
  retry.focus();
  await act(async () => fireEvent.click(retry));
  expect(screen.queryByText(text)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('keeps the focus when a page that could not be loaded fails again', async () => {
  const { root } = await open(page, {
    change: (ports) => {
      ports.navigation.preparePage = async () => {
        throw new PortError({ reason: 'offline', call: 'preparePage' });
      };
    },
  });
  await act(async () => root.send({ type: 'navigation.requested', to: '/about-us' }));
  expect(screen.getByText('That page couldn’t be loaded.')).toBeTruthy();
  const retry = screen.getByRole('button', { name: 'Try again' });
  retry.focus();
  await act(async () => fireEvent.click(retry));
  expect(screen.getByText('That page couldn’t be loaded.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('moves the focus from the overlay to the panel that replaces it', async () => {
  await open(<HomePage />);
  await startWithPhoto();
  const leave = await screen.findByRole('button', { name: 'Continue in the background' });
  leave.focus();
  await press('Continue in the background');
  const heading = screen.getByRole('heading', { name: 'Working on your photo' });
  expect(document.activeElement).toBe(heading);
});

const askingConsent = { consent: { asked: [...purposes], kept: null, isObjecting: false } };

it.each(['Decline', 'Allow'])(
  'keeps the focus on the page when “%s” closes the consent question',
  async (name) => {
    await open(page, { world: askingConsent });
    const answer = await screen.findByRole('button', { name });
    answer.focus();
    await press(name);
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  },
);

it('closes a reopened consent choice on Escape, but not the first question', async () => {
  await open(page, { world: askingConsent });
  const question = await screen.findByRole('heading', { name: 'Your privacy' });
  fireEvent.keyDown(question, { key: 'Escape' });
  await press('Decline');
  await press('Privacy choices');
  const again = await screen.findByRole('heading', { name: 'Your privacy' });
  await act(async () => fireEvent.keyDown(again, { key: 'Escape' }));
  expect(screen.queryByRole('heading', { name: 'Your privacy' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
