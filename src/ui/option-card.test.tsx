// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OptionCard } from './option-card.tsx';

afterEach(cleanup);

it('shows no broken frame if its picture cannot be loaded, and later the loaded picture', () => {
  const { container } = render(
    <OptionCard
      group="function"
      value="enhance"
      name="Enhance"
      picture="/enhance.webp"
      checked={false}
      onChoose={vi.fn()}
    />,
  );
  const picture = container.querySelector('img') as HTMLImageElement;
  fireEvent.error(picture);
  expect(picture.style.visibility).toBe('hidden');
  fireEvent.load(picture);
  expect(picture.style.visibility).toBe('');
});
