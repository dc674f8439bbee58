import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import type { captionsOf } from '~/shared/numbers/captions';
import { describeMinutes } from '~/shared/numbers/duration';
import { findWhoNeedsHelp } from '~/shared/numbers/help';
import type { Count, Report } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { buttonClass } from '../ui/Button';
import { CountLink, hrefOf } from './CountLink';
import { tie } from './Section';

const { value, lying: left, response: speed, acts } = strings;

/** The four questions of a Monday, each with one number, one sentence and what to do about it. */
export function Answers({ report, captions }: { report: Report; captions: ReturnType<typeof captionsOf> }) {
  const { response, won, lying } = report;
  const { median_minutes } = response;
  return (
    <div className="numbers-card md:grid-cols-2 xl:grid-cols-4 print:grid-cols-4">
      <Answer
        name="response"
        number={median_minutes === null ? speed.none : describeMinutes(median_minutes)}
        unit={median_minutes !== null && speed.ofMedian}
        caption={captions.response}
        counts={[
          [speed.within5, response.within_5],
          [speed.within60, response.within_60],
          [speed.later, response.later],
          [speed.never, response.never],
        ]}
        act={lying.waiting.total > 0 && [acts.response, lying.waiting]}
      />
      <Answer
        name="won"
        number={<CountLink count={won}>{value.money(won.monthly)}</CountLink>}
        unit={value.perMonth}
        caption={captions.won}
        act={won.in_play.total > 0 && [acts.won, won.in_play]}
      />
      <Answer
        name="lying"
        number={<CountLink count={lying.overdue} />}
        unit={left.overdue(lying.overdue.total)}
        caption={captions.lying}
        counts={[
          [left.waiting, lying.waiting],
          ...(lying.awaiting ? ([[left.awaiting, lying.awaiting]] as const) : []),
          [left.nobody, lying.nobody],
        ]}
        act={lying.overdue.total > 0 && [acts.lying, lying.overdue]}
      />
      <Help report={report} caption={captions.help} />
    </div>
  );
}

function Help({ report, caption }: { report: Report; caption: string }) {
  const found = findWhoNeedsHelp(report);
  if (!found) {
    const { nobody } = report.lying;
    const act = nobody.total > 0 && ([acts.share, nobody] as const);
    return <Answer name="help" number={strings.help.nobody} caption={caption} act={act} />;
  }
  const { name, overdue, waiting, median_minutes, had } = found.owner;
  const isMoreOverdue = overdue.total >= waiting.total;
  const most = isMoreOverdue ? overdue : waiting;
  const isSlow = found.because === 'slow';
  return (
    <Answer
      name="help"
      number={isSlow ? describeMinutes(median_minutes ?? 0) : <CountLink count={most} />}
      unit={isSlow ? speed.ofMedian : isMoreOverdue ? left.overdue(most.total) : left.waiting}
      caption={caption}
      act={most.total > 0 ? [acts.help(name), most] : [acts.slow(name), had]}
    />
  );
}

type AnswerProps = {
  name: 'response' | 'won' | 'lying' | 'help';
  number: ReactNode;
  unit?: string | false;
  caption: string;
  counts?: readonly (readonly [name: string, count: Count])[];
  /** A button that opens the leads to work on. */
  act?: readonly [text: string, leads: Count] | false;
};

function Answer({ name, number, unit, caption, counts = [], act }: AnswerProps) {
  return (
    <section aria-labelledby={name}>
      <h2 id={name} className="text-[1rem] text-ink-soft">
        {strings.sections[name]}
      </h2>
      <p className="font-display text-[2.25rem] leading-[1.1] font-bold">
        {number} {unit && <small className="font-sans text-[0.875rem] font-normal text-ink-soft">{unit}</small>}
      </p>
      <p className="numbers-caption">{tie(caption)}</p>
      {counts.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-0.5 text-[0.875rem]">
          {counts.map(([label, count]) => (
            <li key={label}>
              <CountLink count={count}>
                {describeNumber(count.total)} {label}
              </CountLink>
            </li>
          ))}
        </ul>
      )}
      {act && (
        <a href={hrefOf(act[1])} className={`${buttonClass({ size: 'small' })} mt-auto self-start print:hidden`}>
          {act[0]}
        </a>
      )}
    </section>
  );
}
