// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { deadLinks } from './links.ts';
import type { MountedState } from './mount-state.tsx';
import { outline } from './outline.ts';
import { pressAll } from './press-all.ts';

type Script = (part: HTMLElement, say: (what: string) => void) => void;

const mounting =
  (html: string, script: Script = () => {}) =>
  async (): Promise<MountedState> => {
    const shown = document.createElement('main');
    shown.innerHTML = html;
    document.body.replaceChildren(shown);
    const heard: string[] = [];
    script(shown, (what) => heard.push(what));
    return { shown, heard, unmount: () => shown.remove() };
  };

/** A script in which every control sends its words when it is clicked. */
const speaking: Script = (part, say) => {
  part.addEventListener('click', ({ target }) => {
    const { textContent, value } = target as HTMLInputElement;
    say(textContent || value);
  });
};

const textOf = async (mount: () => Promise<MountedState>): Promise<string> => {
  const { mounted, sent } = await pressAll(mount);
  return outline(mounted.shown, sent)
    .map((line) => line.trim())
    .join('\n');
};

test('the use of a control is listed once if key and mouse have the same effect', async () => {
  const html = '<button type="button">Keep</button><a href="/record">Records</a>';
  expect(await textOf(mounting(html, speaking))).toBe(
    'main\nbutton “Keep”\n→ Keep\na href=/record “Records”\n→ Records',
  );
});

test('arrow keys choose in a group of radio buttons', async () => {
  const html = '<input type="radio" name="a" value="1"><input type="radio" name="a" value="2">';
  const text = await textOf(mounting(html, speaking));
  expect(text.match(/→ .*/g)).toEqual(['→ 1', '→ 2']);
});

test('a key is listed if it does nothing, or something else than the mouse', async () => {
  const deaf: Script = (part, say) => {
    speaking(part, say);
    part.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
      if (event.key === ' ') say('deleted');
    });
  };
  expect(await textOf(mounting('<button type="button">Keep</button>', deaf))).toBe(
    'main\nbutton “Keep”\n→ Keep\n→ by Enter: nothing\n→ by Space: deleted; Keep',
  );
});

test('a key is listed if it sends the same event but shows something else', async () => {
  const html = '<button type="button">Keep</button><p></p>';
  const showing: Script = (part, say) => {
    speaking(part, say);
    part.addEventListener('keydown', () => part.querySelector('p')?.append('Oh'));
  };
  expect(await textOf(mounting(html, showing))).toContain('→ by Enter: Keep; p “Oh”');
});

test('a control that Tab does not reach is reported', async () => {
  const html = '<button tabindex="-1">Hidden</button><div role="slider">Half</div>';
  const { unreached } = await pressAll(mounting(html));
  expect(unreached).toEqual([
    '<button tabindex="-1">Hidden</button>',
    '<div role="slider">Half</div>',
  ]);
});

test('Escape in a dialog is listed, even if it does nothing', async () => {
  const html = '<button type="button">Cancel</button>';
  const inDialog =
    (script: Script): (() => Promise<MountedState>) =>
    async () => {
      const mounted = await mounting(`<dialog open>${html}</dialog>`, script)();
      return { ...mounted, shown: mounted.shown.firstElementChild ?? mounted.shown };
    };
  expect(await textOf(inDialog(speaking))).toContain('→ by Escape: nothing');
  const cancelling: Script = (part, say) => {
    part.firstElementChild?.addEventListener('cancel', () => say('cancelled'));
  };
  expect(await textOf(inDialog(cancelling))).toContain('→ by Escape: cancelled');
});

test.each([
  ['<a href="/nowhere">There</a>', 'There (/nowhere): no page'],
  ['<a href="/record"></a>', ' (/record): no name'],
  ['<a href="#part">Part</a>', 'Part (#part): nothing has this id'],
  ['<a href="mailto:us">Write</a>', 'Write (mailto:us): no address of a person'],
  [
    '<a href="/samples/coffee.webp" download>Get</a>',
    'Get (/samples/coffee.webp): a download without a name',
  ],
  ['<a href="/samples/tea.webp" download="tea.webp">Get</a>', 'Get (/samples/tea.webp): no file'],
  [
    '<a href="https://example.com" target="_blank">Out</a>',
    'Out (https://example.com): it hands over the page',
  ],
  ['<a>There</a>', 'There (): no address'],
])('a broken link is noticed: %s', async (html, problem) => {
  const { shown } = await mounting(html)();
  expect(deadLinks(shown)).toEqual([problem]);
});

test('links to pages, parts, files and people are valid', async () => {
  const html = `<h2 id="part">Part</h2><a href="#part">Part</a><a href="/de/result/r1?x">Result</a>
    <a href="/samples/coffee.webp?download" download="coffee-2x.webp">Get</a>
    <a href="mailto:us@example.com">Write</a><a href="https://example.com">Out</a>`;
  const { shown } = await mounting(html)();
  expect(deadLinks(shown)).toEqual([]);
});
