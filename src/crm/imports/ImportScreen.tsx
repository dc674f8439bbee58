import { useEffect, useRef, useState } from 'react';
import type { ImportCheck, ImportChoices, ImportDraft, ImportProgress, OpenImport } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { describeFailure } from '../api-client';
import { Icon } from '../ui/Icon';
import { ColumnsStep } from './ColumnsStep';
import { withDefaults } from './choices';
import { FileReading } from './FileReading';
import { FileStep } from './FileStep';
import { checkImport, type ReadingWishes, runImport, uploadFile } from './import-api';
import { PastImports } from './PastImports';
import { ReviewStep } from './ReviewStep';
import { RunStep } from './RunStep';

type Stage =
  | { step: 0 }
  | { step: 1; draft: ImportDraft; choices: ImportChoices }
  | { step: 2; draft: ImportDraft; choices: ImportChoices; check: ImportCheck }
  | { step: 3; progress: ImportProgress };

/** The steps of an import. `open` is the one in the URL, `past` are earlier ones. */
export function ImportScreen({ open, past }: { open: OpenImport | null; past: ImportProgress[] }) {
  const [stage, setStage] = useState<Stage>(() => stageFor(open));
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The browser has no file for an import opened by URL.
  const [sent, setSent] = useState<File | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { step } = stage;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses each step's heading, for screen readers
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);

  async function during(text: string, failed: string, work: () => Promise<Stage>) {
    if (busy) return;
    setBusy(text);
    setProblem(null);
    try {
      const next = await work();
      setStage(next);
      writeToUrl(next);
    } catch (error) {
      setProblem(describeFailure(error, failed));
    } finally {
      setBusy(null);
    }
  }

  const choose = (file: File, wishes: ReadingWishes = {}) =>
    during(strings.reading(file.name), strings.readFailed, async () => {
      const draft = await uploadFile(file, wishes);
      setSent(file);
      return stageFor({ draft });
    });
  const check = (draft: ImportDraft, choices: ImportChoices) =>
    during(strings.checking, strings.checkFailed, async () => ({
      step: 2,
      draft,
      choices,
      check: await checkImport(draft.id, withDefaults(draft, choices)),
    }));
  const run = (id: number, seen: ImportCheck) =>
    during(strings.running, strings.runFailed, async () => ({
      step: 3,
      progress: await runImport(id, seen.check),
    }));
  const leave = () => {
    setStage({ step: 0 });
    setProblem(null);
    writeToUrl({ step: 0 });
  };

  return (
    <div className="grid gap-6">
      {step === 0 && <p className="max-w-prose text-ink-soft">{strings.intro}</p>}
      <Steps at={step} />
      <section
        aria-labelledby="paso"
        className="grid gap-5 rounded-2xl rounded-bl-none bg-white p-4 shadow-card sm:p-6 forced-colors:border"
      >
        <h2 id="paso" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {strings.steps[step]}
        </h2>
        {stage.step === 0 && <FileStep busy={busy} problem={problem} onChoose={(file) => choose(file)} />}
        {stage.step === 1 && (
          <FileReading draft={stage.draft} onChoose={sent && ((wishes) => void choose(sent, wishes))} />
        )}
        {stage.step === 1 && (
          <ColumnsStep
            draft={stage.draft}
            choices={stage.choices}
            busy={busy}
            problem={problem}
            onChange={(choices) => setStage({ ...stage, choices })}
            onCheck={() => check(stage.draft, stage.choices)}
            onLeave={leave}
          />
        )}
        {stage.step === 2 && (
          <ReviewStep
            check={stage.check}
            draft={stage.draft}
            choices={stage.choices}
            busy={busy}
            problem={problem}
            onDates={(dates) => {
              if (busy) return;
              const choices = { ...stage.choices, dates };
              setStage({ ...stage, choices });
              void check(stage.draft, choices);
            }}
            onBack={() => {
              if (!busy) setStage({ step: 1, draft: stage.draft, choices: stage.choices });
            }}
            onRun={() => run(stage.draft.id, stage.check)}
          />
        )}
        {stage.step === 3 && <RunStep key={stage.progress.id} start={stage.progress} onLeave={leave} />}
      </section>
      {step === 0 && <PastImports imports={past} />}
    </div>
  );
}

function stageFor(open: OpenImport | null): Stage {
  if (!open) return { step: 0 };
  if ('progress' in open) return { step: 3, progress: open.progress };
  const { draft } = open;
  return {
    step: 1,
    draft,
    choices: {
      mapping: draft.mapping,
      duplicates: 'skip',
      overwrite: false,
      values: {},
      prefer: {},
      dates: null,
      pais: null,
      notify: false,
    },
  };
}

/** Reopening the page shows the same import. */
function writeToUrl(stage: Stage): void {
  const id = stage.step === 0 ? null : stage.step === 3 ? stage.progress.id : stage.draft.id;
  history.replaceState(null, '', id === null ? location.pathname : `?id=${id}`);
}

function Steps({ at }: { at: number }) {
  return (
    <ol className="grid grid-cols-4 gap-1 sm:gap-2">
      {strings.steps.map((name, index) => {
        const isDone = index < at;
        const look = index === at ? 'border-petrol font-semibold' : 'border-sand-line text-ink-soft';
        return (
          <li
            key={name}
            aria-current={index === at ? 'step' : undefined}
            className={`flex min-w-0 items-center gap-2 border-t-4 pt-2 max-sm:flex-col max-sm:gap-0.5 max-sm:text-xs max-sm:tracking-tighter ${
              isDone ? 'border-leaf' : look
            }`}
          >
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sand text-sm font-semibold tabular-nums">
              {isDone ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            <span className="max-w-full truncate">{name}</span>
            {isDone && <span className="sr-only">({strings.stepDone})</span>}
          </li>
        );
      })}
    </ol>
  );
}
