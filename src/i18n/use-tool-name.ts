import { useCallback } from 'react';
import { useText } from './text.tsx';
import { useFunctionName } from './use-function-name.ts';

/** Returns a function that gives the name of a tool: a function, or all functions that enlarge. */
export function useToolName(): (tool: string) => string {
  const t = useText();
  const nameOf = useFunctionName();
  return useCallback(
    (tool) => (tool === 'upscale' ? t('studio.group.upscale') : nameOf(tool)),
    [t, nameOf],
  );
}
