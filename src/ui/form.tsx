import CircleAlert from 'lucide-react/icons/circle-alert';
import { type FocusEvent, type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldProblems } from '#src/lib/form-store.ts';
import { orderProblems, type ProblemLine } from '#src/lib/order-problems.ts';

export type FormProps = {
  /** What `useForm` answers. */
  form: {
    problems: FieldProblems;
    failures: number;
    hasUnsaved: boolean;
    submit: () => Promise<boolean>;
    touch: (name: string) => void;
  };
  /** Names the form for screen readers. */
  label: string;
  /** For a button that stands outside, as in the foot of a dialog. */
  id?: string;
  children: ReactNode;
};

/**
 * One column of fields. When submitting fails, a summary on top takes the focus and leads to each field in error;
 * closing the tab with unsaved changes asks first. Problems are found at fields by their `name`.
 */
export function Form({ form, label, id, children }: FormProps) {
  const { problems, failures, hasUnsaved, submit, touch } = form;
  const box = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  const lines = useProblemLines(box, problems);

  useEffect(() => {
    if (failures === 0) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'start' });
  }, [failures]);
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // A form inside a dialog is inside the page's form as React sees it.
    event.stopPropagation();
    void submit();
  }
  function handleBlur({ target, relatedTarget }: FocusEvent) {
    const field = target.closest<HTMLElement>('[data-field]');
    if (field?.dataset.field && !field.contains(relatedTarget)) touch(field.dataset.field);
  }

  return (
    <form
      ref={box}
      id={id}
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      onBlur={handleBlur}
      className="flex w-full max-w-2xl flex-col gap-6"
    >
      <p aria-live="polite" className="sr-only">
        {failures > 0 && (lines.length > 0 ? `고칠 곳이 ${lines.length}군데 있습니다.` : '모두 고쳤습니다.')}
      </p>
      {failures > 0 && lines.length > 0 && (
        <ErrorSummary ref={summary} lines={lines} onChoose={(name) => focusField(box.current, name)} />
      )}
      {children}
    </form>
  );
}

/** Problems in the order of the page, with the labels that stand there. */
function useProblemLines(box: RefObject<HTMLFormElement | null>, problems: FieldProblems): ProblemLine[] {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const text = JSON.stringify(problems);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are read anew whenever the problems change
  useEffect(() => {
    const found = new Map<string, string>();
    for (const field of box.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []) {
      found.set(field.dataset.field ?? '', field.querySelector('[data-field-label]')?.textContent ?? '');
    }
    setLabels(found);
  }, [box, text]);
  return orderProblems(problems, labels);
}

type ErrorSummaryProps = {
  ref: RefObject<HTMLElement | null>;
  lines: readonly ProblemLine[];
  onChoose: (field: string) => void;
};

function ErrorSummary({ ref, lines, onChoose }: ErrorSummaryProps) {
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="form-problems"
      className="scroll-mt-28 rounded-card bg-danger-surface p-4 text-danger-ink"
    >
      <h2 id="form-problems" className="flex gap-2 text-lg font-bold">
        <CircleAlert aria-hidden className="mt-0.5 size-6 shrink-0" />
        {lines.length === 1 ? '이것만 고치면 됩니다' : `${lines.length}곳을 고쳐 주세요`}
      </h2>
      <ul className="mt-1 flex flex-col">
        {lines.map(({ path, field, label, message }) => (
          <li key={path}>
            {field === null ? (
              <p className="py-2 pl-8">{message}</p>
            ) : (
              <button
                type="button"
                onClick={() => onChoose(field)}
                className="flex min-h-touch w-full items-center rounded-lg pl-8 text-left underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                <span>
                  {label !== '' && <strong>{label}: </strong>}
                  {message}
                </span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const FOCUSABLE = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

function focusField(box: HTMLFormElement | null, name: string) {
  const field = box?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const first = field?.querySelector<HTMLElement>(`:is([aria-invalid="true"], :checked)`);
  (first ?? field?.querySelector<HTMLElement>(FOCUSABLE))?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
