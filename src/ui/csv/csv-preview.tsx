import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { memo, useMemo } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import type { LineOutcome } from '#src/lib/csv/import-run.ts';
import type { ImportColumn, ImportLine } from '#src/lib/csv/import-table.ts';
import { TABLET, useMedia } from '#src/lib/use-media.ts';
import { useFirstRows } from '../list/use-first-rows.tsx';

type CsvPreviewProps = {
  columns: readonly ImportColumn[];
  lines: readonly ImportLine<unknown>[];
  outcomes: ReadonlyMap<number, LineOutcome>;
};

/** The lines of a file with their errors. A table if there is room, otherwise cards. Part of CsvImport. */
export function CsvPreview({ columns: all, lines, outcomes }: CsvPreviewProps) {
  const columns = useMemo(() => filledColumns(all, lines), [all, lines]);
  const isTable = useMedia(TABLET);
  const Line = isTable ? TableLine : StackedLine;
  const { shown, more } = useFirstRows(lines, { first: SHOWN_AT_FIRST, unit: '줄' });
  const drawn = shown.map((line) => (
    <Line key={line.line} line={line} columns={columns} outcome={outcomes.get(line.line)} />
  ));
  if (!isTable) {
    return (
      <>
        <ul className="flex flex-col gap-2">{drawn}</ul>
        {more}
      </>
    );
  }
  return (
    <>
      <section
        aria-label="파일의 줄"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls both ways, which the keyboard must reach
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto overscroll-contain rounded-card inset-ring inset-ring-line"
      >
        <table className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              <th scope="col" className={`${headClass} left-0 z-20 w-px`}>
                줄
              </th>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={`${headClass} z-10`}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{drawn}</tbody>
        </table>
      </section>
      {more}
    </>
  );
}

/** How many lines are drawn at first. */
const SHOWN_AT_FIRST = 50;

const headClass =
  'sticky top-0 border-b border-line bg-sunken px-3 py-2 text-left font-semibold whitespace-nowrap text-ink-soft';

type LineProps = {
  line: ImportLine<unknown>;
  columns: readonly ImportColumn[];
  outcome: LineOutcome | undefined;
};

const noErrors: Readonly<Record<string, string>> = {};
const errorsOf = ({ check }: ImportLine<unknown>) => (check.ok ? noErrors : check.errors);

/** Columns in which a line has a value or an error: a file need not fill all. */
function filledColumns(columns: readonly ImportColumn[], lines: readonly ImportLine<unknown>[]): ImportColumn[] {
  return columns.filter(({ key }) => lines.some((line) => line.cells[key] || errorsOf(line)[key] !== undefined));
}

/** Errors of the line that belong to no column, or why the server refused it. */
function lineProblems({ line, columns, outcome }: LineProps): string[] {
  const general = Object.entries(errorsOf(line))
    .filter(([key]) => !columns.some((column) => column.key === key))
    .map(([, message]) => message);
  return outcome && !outcome.ok ? [...general, outcome.message] : general;
}

const TableLine = memo(function TableLine(props: LineProps) {
  const { line, columns } = props;
  const errors = errorsOf(line);
  const problems = lineProblems(props);
  const isBad = !line.check.ok || problems.length > 0;
  const cell = (isWrong: boolean) =>
    classNames('border-b border-line px-3 py-2 align-top', isWrong ? 'bg-danger-surface' : 'bg-card');
  return (
    <tr>
      <th scope="row" className={`${cell(isBad)} tabular sticky left-0 text-left font-normal`}>
        <span className="flex items-center gap-1.5">
          <span className="size-5 shrink-0">
            <LineMark {...props} />
          </span>
          {line.line}
        </span>
        {problems.map((problem) => (
          <span key={problem} className="block w-48 text-danger-ink">
            {problem}
          </span>
        ))}
      </th>
      {columns.map(({ key }) => (
        <td key={key} className={classNames(cell(errors[key] !== undefined), 'min-w-28')}>
          <span className={errors[key] === undefined ? undefined : 'font-semibold'}>{line.cells[key] || '-'}</span>
          {errors[key] !== undefined && <span className="block text-danger-ink">{errors[key]}</span>}
        </td>
      ))}
    </tr>
  );
});

const StackedLine = memo(function StackedLine(props: LineProps) {
  const { line, columns } = props;
  const errors = errorsOf(line);
  const problems = lineProblems(props);
  const isBad = !line.check.ok || problems.length > 0;
  const shown = filledColumns(columns, [line]);
  return (
    <li
      className={classNames(
        'rounded-card px-3 py-2.5 inset-ring',
        isBad ? 'bg-danger-surface inset-ring-danger-line' : 'inset-ring-line',
      )}
    >
      <p className="flex items-center gap-1.5 font-semibold">
        <LineMark {...props} />
        {line.line}번째 줄
      </p>
      {problems.map((problem) => (
        <p key={problem} className="text-danger-ink">
          {problem}
        </p>
      ))}
      <dl>
        {shown.map(({ key, title }) => (
          <div key={key} className="flex gap-2">
            <dt className="shrink-0 text-ink-soft">{title}</dt>
            <dd className="min-w-0">
              {line.cells[key] || '-'}
              {errors[key] !== undefined && <span className="block text-danger-ink">{errors[key]}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
});

function LineMark({ line, outcome }: LineProps) {
  if (outcome?.ok) {
    return (
      <>
        <CircleCheck aria-hidden className="size-5 shrink-0 text-leaf" />
        <span className="sr-only">{outcome.isKept ? '기기에 저장됨' : '가져옴'}</span>
      </>
    );
  }
  if (!line.check.ok || outcome) {
    return (
      <>
        <CircleAlert aria-hidden className="size-5 shrink-0 text-danger-ink" />
        <span className="sr-only">{outcome ? '가져오지 못함' : '고칠 줄'}</span>
      </>
    );
  }
  return null;
}
