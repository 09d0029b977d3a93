import { DottedName } from './dotted-name.tsx';
import type { FrameReport, GalleryState } from './gallery-data.ts';
import { PathSteps } from './path-steps.tsx';
import { faultsOf } from './state-text.tsx';

function Messages({ report }: { report: FrameReport | null }) {
  return (
    <>
      <h3>
        Messages on screen {report && <span className="chart-count">{report.messages.length}</span>}
      </h3>
      <ul className="message-ids">
        {report?.messages.map((id) => (
          <li key={id}>
            <code>
              <DottedName name={id} />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}

export function StateFacts({ state, report }: { state: GalleryState; report: FrameReport | null }) {
  const faults = report ? faultsOf(report) : [];
  return (
    <>
      {state.views.length > 0 && <p className="lead">{state.views.join('; ')}</p>}
      {faults.length > 0 && (
        <ul className="state-faults">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <h3>The way there</h3>
      <PathSteps state={state} />
      <Messages report={report} />
    </>
  );
}
