import FileDown from 'lucide-react/icons/file-down';
import { useEffect, useId, useState } from 'react';
import { csvBlob } from '#src/lib/csv/csv.ts';
import { createImportRun, type LineOutcome } from '#src/lib/csv/import-run.ts';
import type { ImportColumn, ImportLine } from '#src/lib/csv/import-table.ts';
import { formatNumber } from '#src/lib/format-number.ts';
import { useObservable } from '#src/lib/use-observable.ts';
import { Button } from '../button/button.tsx';
import { SingleChips } from '../chips.tsx';
import { Banner } from '../feedback/banner.tsx';
import { CsvPreview } from './csv-preview.tsx';
import { saveFile } from './download.ts';

type CsvReviewProps<Value> = {
  fileName: string;
  columns: readonly ImportColumn[];
  lines: readonly ImportLine<Value>[];
  /** Columns of the file that are not imported. */
  ignoredTitles: readonly string[];
  importLine: (value: Value, key: string) => Promise<LineOutcome>;
  onAnother: () => void;
  onDone?: () => void;
};

/** The content of a file, and its import. Part of CsvImport. */
export function CsvReview<Value>(props: CsvReviewProps<Value>) {
  const { fileName, columns, lines, ignoredTitles, importLine, onAnother, onDone } = props;
  const [runner] = useState(() => createImportRun(lines, importLine));
  const { outcomes, isRunning } = useObservable(runner);
  const good = lines.filter(({ check }) => check.ok);
  const doneCount = good.filter(({ line }) => outcomes.get(line)?.ok).length;
  const keptCount = [...outcomes.values()].filter((outcome) => outcome.ok && outcome.isKept).length;
  const open = lines.filter(({ line }) => !outcomes.get(line)?.ok);
  const bad = open.filter(({ line, check }) => !check.ok || outcomes.has(line));
  const [filter, setFilter] = useState<'all' | 'bad'>(good.length < lines.length ? 'bad' : 'all');
  const shown = filter === 'bad' && bad.length > 0 ? bad : lines;
  const isFinished = !isRunning && doneCount === good.length && doneCount > 0;

  useEffect(() => () => runner.stop(), [runner]);
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);

  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{fileName}</p>
      <Summary
        total={lines.length}
        good={good.length}
        done={doneCount}
        bad={bad.length}
        kept={keptCount}
        isRunning={isRunning}
        hasRun={outcomes.size > 0}
      />
      {ignoredTitles.length > 0 && <Banner tone="info">쓰지 않는 열은 건너뜁니다: {ignoredTitles.join(', ')}</Banner>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-end">
        {!isRunning && <Button onClick={onAnother}>다른 파일 고르기</Button>}
        {isRunning && <Button onClick={runner.stop}>멈춤</Button>}
        {isFinished && onDone ? (
          <Button variant="primary" onClick={onDone}>
            목록 보기
          </Button>
        ) : (
          <Button
            variant="primary"
            isBusy={isRunning}
            disabled={good.length === doneCount}
            onClick={() => void runner.start()}
          >
            {outcomes.size > 0 && !isRunning
              ? `남은 ${linesWords(good.length - doneCount)} 다시 가져오기`
              : `${linesWords(good.length)} 가져오기`}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {bad.length > 0 && bad.length < lines.length && (
          <SingleChips
            label="보이는 줄"
            chips={[
              { value: 'bad', label: '고칠 줄', detail: String(bad.length) },
              { value: 'all', label: '모든 줄', detail: String(lines.length) },
            ]}
            value={filter}
            onChange={setFilter}
          />
        )}
        {bad.length > 0 && !isRunning && (
          <Button
            variant="quiet"
            icon={<FileDown aria-hidden className="size-5" />}
            onClick={() => saveBad(columns, bad, outcomes)}
          >
            고칠 줄만 내려받기
          </Button>
        )}
      </div>
      <CsvPreview columns={columns} lines={shown} outcomes={outcomes} />
    </div>
  );
}

/** Saves the lines that were not imported, each with the reason; that column is ignored in a new import. */
function saveBad(
  columns: readonly ImportColumn[],
  lines: readonly ImportLine<unknown>[],
  outcomes: ReadonlyMap<number, LineOutcome>,
) {
  const rows = lines.map(({ line, cells, check }) => {
    const outcome = outcomes.get(line);
    const reasons = [
      ...(check.ok ? [] : Object.values(check.errors)),
      ...(outcome && !outcome.ok ? [outcome.message] : []),
    ];
    return [...columns.map(({ key }) => cells[key]), reasons.join(' ')];
  });
  saveFile(csvBlob([[...columns.map(({ title }) => title), '고칠 점'], ...rows]), '고칠 줄.csv');
}

const linesWords = (count: number) => `${formatNumber(count, 0)}줄`;

type SummaryProps = {
  total: number;
  good: number;
  done: number;
  /** Lines refused here or by the server. */
  bad: number;
  /** Lines that are queued on this device. */
  kept: number;
  isRunning: boolean;
  hasRun: boolean;
};

function Summary({ total, good, done, bad, kept, isRunning, hasRun }: SummaryProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <p id={id} role="status" className="text-lg font-bold">
        {isRunning
          ? `${linesWords(good)} 중 ${linesWords(done)}을 가져왔습니다…`
          : hasRun
            ? `${linesWords(total)} 중 ${linesWords(done)}을 가져왔습니다.${bad > 0 ? ` ${linesWords(bad)}은 고쳐야 합니다.` : ''}`
            : `${linesWords(total)} 중 ${linesWords(good)}을 가져올 수 있습니다.`}
      </p>
      {kept > 0 && !isRunning && <p>{linesWords(kept)}은 이 기기에 저장했습니다. 연결되면 보냅니다.</p>}
      {/* Rendered from the start, so that the layout does not shift. */}
      <progress
        aria-labelledby={id}
        max={Math.max(1, good)}
        value={done}
        className="h-3 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  );
}
