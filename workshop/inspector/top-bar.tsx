import './top-bar.css';
import { type ChangeEvent, useRef } from 'react';
import type { CoverageMode } from './inspector-store.ts';
import type { SessionEntry } from './session.ts';
import { toggleTheme } from './theme.ts';
import { useInspector } from './use-inspector.tsx';

function save(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

const coverageModes: CoverageMode[] = ['off', 'session', 'imported'];
const coverageNames = { off: 'Coverage off', session: 'This session', imported: 'Imported' };

export function TopBar({ entries }: { entries: SessionEntry[] }) {
  const store = useInspector();
  const { view, recording } = store;
  const status = statusOf(store);
  return (
    <header className="top-bar">
      <h1>
        <span className="lamp" aria-hidden="true" /> Inspector
      </h1>
      <PageChoice />
      <span className={`status ${status.kind}`} role="status">
        {status.words}
      </span>
      <span className="grow" />
      <fieldset className="group">
        <legend>Time</legend>
        <button type="button" title="Back (←)" onClick={() => store.step(-1, entries)}>
          ◀
        </button>
        <button type="button" title="Pause or go on (Space)" onClick={() => store.togglePause()}>
          {view.cursor === null ? 'Pause' : 'Live'}
        </button>
        <button
          type="button"
          title="Forward (→)"
          disabled={view.cursor === null}
          onClick={() => store.step(1, entries)}
        >
          ▶
        </button>
      </fieldset>
      <fieldset className="group">
        <legend>Layout</legend>
        <button
          type="button"
          title="All charts (O)"
          aria-pressed={view.layout === 'overview'}
          onClick={() => store.show({ layout: 'overview' })}
        >
          All charts
        </button>
        <button
          type="button"
          title="One chart (O)"
          aria-pressed={view.layout === 'chart'}
          onClick={() => store.show({ layout: 'chart' })}
        >
          One chart
        </button>
      </fieldset>
      <select
        aria-label="Colour transitions by coverage"
        value={view.coverage}
        onChange={({ target }) => store.show({ coverage: target.value as CoverageMode })}
      >
        {coverageModes.map((mode) => (
          <option key={mode} value={mode} disabled={mode === 'imported' && !store.imported}>
            {coverageNames[mode]}
          </option>
        ))}
      </select>
      <Files />
      {recording && (
        <button type="button" className="primary" onClick={() => store.closeRecording()}>
          Close recording
        </button>
      )}
      <button
        type="button"
        title="Light or dark (T)"
        aria-label="Light or dark"
        onClick={toggleTheme}
      >
        ◐
      </button>
    </header>
  );
}

function statusOf(store: ReturnType<typeof useInspector>) {
  const { recording, lost, page, view } = store;
  if (recording) {
    return { kind: 'recorded', words: `Recording of ${recording.info.recordedAt.slice(0, 16)}` };
  }
  if (!page) return { kind: 'waiting', words: 'Waiting for a page' };
  if (lost) return { kind: 'lost', words: 'The page has gone' };
  return view.cursor === null
    ? { kind: 'live', words: 'Live' }
    : { kind: 'paused', words: `Looking at event ${view.cursor}` };
}

function PageChoice() {
  const store = useInspector();
  const pages = [...store.pages.values()];
  if (pages.length === 0) return null;
  return (
    <select
      className="page-choice"
      aria-label="Page to follow"
      value={store.followed ?? ''}
      onChange={({ target }) => store.follow(target.value)}
    >
      {pages.map(({ page, title, path, openedAt, build }) => (
        <option key={page} value={page}>
          {`${path} · ${title.slice(0, 40)} · ${new Date(openedAt).toLocaleTimeString()} · build ${build}`}
        </option>
      ))}
    </select>
  );
}

function Files() {
  const store = useInspector();
  const recording = useRef<HTMLInputElement>(null);
  const coverage = useRef<HTMLInputElement>(null);
  const open =
    (take: (text: string) => void) =>
    async ({ target }: ChangeEvent<HTMLInputElement>) => {
      const [file] = target.files ?? [];
      try {
        if (file) take(await file.text());
      } catch (error) {
        store.say(`The file cannot be read: ${String(error)}`);
      }
      target.value = '';
    };
  return (
    <fieldset className="group">
      <legend>Files</legend>
      <button
        type="button"
        title="Save what was recorded as JSON"
        onClick={() => save(store.writeRecording(), `lightwell-${Date.now()}.recording.json`)}
      >
        Export
      </button>
      <button type="button" onClick={() => recording.current?.click()}>
        Import
      </button>
      <button
        type="button"
        title="Rows of npm run paths -- --run --format json, or of npm run coverage -w workshop/paths"
        onClick={() => coverage.current?.click()}
      >
        Coverage…
      </button>
      <input
        ref={recording}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label="Recording to open"
        onChange={open((text) => store.openRecording(text))}
      />
      <input
        ref={coverage}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label="Coverage to open"
        onChange={open((text) => store.openCoverage(text))}
      />
    </fieldset>
  );
}
