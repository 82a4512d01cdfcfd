import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { keptMessages } from '#contract/wire/write-text.ts';
import { classNames } from '#src/lib/class-names.ts';
import type { EarlierDraft } from '#src/lib/form/earlier-draft.ts';
import { FormClosedContext } from '#src/lib/form/form-closed.ts';
import type { FieldProblems } from '#src/lib/form/form-store.ts';
import { orderProblems, type ProblemLine } from '#src/lib/form/order-problems.ts';
import { useLazyModule } from '../use-lazy-module.ts';
import { DraftBanner } from './draft-banner.tsx';

type FormProps = {
  /** The result of `useForm`. */
  form: {
    values: Readonly<Record<string, unknown>>;
    problems: FieldProblems;
    failures: number;
    hasUnsaved: boolean;
    submit: () => Promise<boolean>;
    touch: (name: string) => void;
  };
  draft?: EarlierDraft;
  /** Accessible name of the form. */
  label: string;
  /** For a submit button outside the form, as in the footer of a dialog. */
  id?: string;
  /** As wide as its place, for fields in TwoColumns; otherwise as wide as one column. */
  isWide?: boolean;
  /** FormActions. Leaving the form is possible while nothing can be typed. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Fields, in one column or two. When submitting fails, a summary at the top takes the focus and links to each invalid
 * field; closing the tab with unsaved changes asks first. Problems are matched to fields by `name`. Nothing can be typed
 * until a draft of an earlier visit is taken or dropped, for what is typed takes its place.
 */
export function Form({ form, draft, label, id, isWide = false, actions, children }: FormProps) {
  const { values, problems, failures, hasUnsaved, submit, touch } = form;
  const box = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLElement>(null);
  // The list stays as it was when submitting failed and marks corrected fields as done, so that the layout does not
  // shift.
  const [listed, setListed] = useState({ failures, problems });
  if (listed.failures !== failures) setListed({ failures, problems });
  const lines = useProblemLines(box, listed.problems);
  const { leave, handlePress } = useLeaving(touch);
  const isClosed = draft !== undefined;
  // What the person asked for is taken at once.
  const isAnswered = draft === undefined || (draft !== 'reading' && !draft.isAsked);
  const isOpen = ({ path, field }: ProblemLine) => field === null || problems[path] !== undefined;
  const open = lines.filter(isOpen);

  useEffect(() => {
    if (failures === 0) return;
    summary.current?.focus({ preventScroll: true });
    // At the start, what sticks to the top of a page would lie over it.
    summary.current?.scrollIntoView({ block: 'center' });
  }, [failures]);
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // React bubbles the event of a form in a dialog to the page's form.
    event.stopPropagation();
    void submit();
  }
  /**
   * A press on the button makes the event itself. Before its own the browser reads every field for its memory of forms,
   * and the person waits for that; passwords are left to it.
   */
  function handleClick(event: MouseEvent<HTMLFormElement>) {
    const { currentTarget: own, target } = event;
    const submitter = target instanceof Element ? target.closest('button') : null;
    const isOwn = submitter?.type === 'submit' && submitter.form === own;
    if (!isOwn || event.defaultPrevented || own.querySelector('[type=password]')) return;
    event.preventDefault();
    own.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
  }
  function handleBlur({ target, relatedTarget }: FocusEvent) {
    const field = target.closest<HTMLElement>('[data-field]');
    if (field?.dataset.field && !field.contains(relatedTarget)) leave(field.dataset.field);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it takes the clicks of its button, which keys make, too
    <form
      ref={box}
      id={id}
      noValidate
      aria-label={label}
      aria-busy={isAnswered ? undefined : true}
      onSubmit={handleSubmit}
      onClick={handleClick}
      onBlur={handleBlur}
      onPointerDownCapture={handlePress}
      className={classNames('flex w-full flex-col gap-6', !isWide && 'max-w-2xl')}
    >
      <p aria-live="polite" className="sr-only">
        {failures > 0 && (open.length > 0 ? `고칠 곳이 ${open.length}군데 있습니다.` : '모두 고쳤습니다.')}
      </p>
      {failures > 0 && (
        <ErrorSummary
          ref={summary}
          lines={lines.map((line) => ({ ...line, isOpen: isOpen(line) }))}
          onChoose={(name) => focusField(box.current, name)}
          share={<ShareUnkept label={label} values={values} />}
        />
      )}
      {draft && draft !== 'reading' && <DraftBanner draft={draft} />}
      <fieldset role="presentation" disabled={isClosed} className="contents">
        {children}
      </fieldset>
      <FormClosedContext value={isClosed}>{actions}</FormClosedContext>
    </form>
  );
}

/**
 * Validates a field on blur, or after the click if a press caused the blur: an error message would move the button
 * that is being pressed.
 */
function useLeaving(touch: (name: string) => void) {
  const isPressed = useRef(false);
  const waiting = useRef<string[]>([]);

  function handlePress() {
    isPressed.current = true;
    const release = () => {
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
      setTimeout(() => {
        isPressed.current = false;
        for (const name of waiting.current.splice(0)) touch(name);
      });
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
  }
  function leave(name: string) {
    if (isPressed.current) waiting.current.push(name);
    else touch(name);
  }
  return { leave, handlePress };
}

/** The problems in the order of the fields on the page, with their labels. */
function useProblemLines(box: RefObject<HTMLFormElement | null>, problems: FieldProblems): ProblemLine[] {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const text = JSON.stringify(problems);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are read anew whenever the problems change
  useEffect(() => {
    const found = new Map<string, string>();
    for (const field of box.current?.querySelectorAll<HTMLElement>('[data-field]') ?? []) {
      const label = field.querySelector('[data-field-label]')?.textContent ?? '';
      // Of two rows, each has a field of the same name.
      const row = field.closest<HTMLElement>('[data-row]')?.dataset.row;
      found.set(field.dataset.field ?? '', row === undefined ? label : `${row} ${label}`);
    }
    setLabels(found);
  }, [box, text]);
  return orderProblems(problems, labels);
}

type ErrorSummaryProps = {
  ref: RefObject<HTMLElement | null>;
  lines: readonly (ProblemLine & { isOpen: boolean })[];
  onChoose: (field: string) => void;
  /** Shown with the message that nothing could store what was typed. */
  share: ReactNode;
};

function ErrorSummary({ ref, lines, onChoose, share }: ErrorSummaryProps) {
  const openCount = lines.filter((line) => line.isOpen).length;
  const Icon = openCount > 0 ? CircleAlert : CircleCheck;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="form-problems"
      className={classNames(
        'scroll-mt-6 rounded-card p-4 transition-colors',
        openCount > 0 ? 'bg-danger-surface text-danger-ink' : 'bg-leaf-tint text-leaf-strong',
      )}
    >
      <h2 id="form-problems" className="flex gap-2 text-lg font-bold">
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
        {summaryWords(lines)}
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-3 pl-8">
        {lines.map((line) => (
          <li key={line.path} className={line.field === null ? 'w-full' : undefined}>
            {line.field === null ? (
              <>
                <p className="py-2">{line.message}</p>
                {line.message === keptMessages.failed && share}
              </>
            ) : (
              <SummaryLink {...line} onChoose={() => onChoose(line.field ?? '')} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Loaded when it is needed: that is seldom. */
const loadShare = async () => (await import('../button/share-form-button.tsx')).ShareFormButton;

/** Takes what was typed out of a form that neither the device nor the server could store. */
function ShareUnkept({ label, values }: Pick<FormProps, 'label'> & Pick<FormProps['form'], 'values'>) {
  const { part: ShareFormButton, fetchPart } = useLazyModule(loadShare);
  useEffect(() => void fetchPart(), [fetchPart]);
  return ShareFormButton && <ShareFormButton label={label} values={values} />;
}

function summaryWords(lines: readonly (ProblemLine & { isOpen: boolean })[]): string {
  const open = lines.filter((line) => line.isOpen);
  if (open.length === 0) return '모두 고쳤습니다. 다시 저장해 주세요.';
  // Not a field problem: there was no connection, or another user changed the data.
  return open.every((line) => line.path === '') ? '저장하지 못했습니다' : `${open.length}곳을 고쳐 주세요`;
}

type SummaryLinkProps = { label: string; message: string; isOpen: boolean; onChoose: () => void };

/** Links to a field by its name, where its error is shown. */
function SummaryLink({ label, message, isOpen, onChoose }: SummaryLinkProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className={classNames(
        'flex min-h-touch min-w-touch items-center gap-1.5 rounded-lg text-left',
        isOpen
          ? 'font-semibold underline decoration-1 underline-offset-4 hover:decoration-2'
          : 'text-ink-soft line-through',
      )}
    >
      {!isOpen && <Check aria-hidden className="size-5 shrink-0 text-leaf" />}
      {label === '' ? message : label.replace(/[.?!]$/, '')}
      {!isOpen && <span className="sr-only">고침</span>}
    </button>
  );
}

const FOCUSABLE = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled)';

function focusField(box: HTMLFormElement | null, name: string) {
  const field = box?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const first = field?.querySelector<HTMLElement>(`:is([aria-invalid="true"], :checked)`);
  (first ?? field?.querySelector<HTMLElement>(FOCUSABLE))?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
