import { isSame } from '../is-same.ts';
import { type Observable, observable } from '../observable.ts';

/** Problems by dotted field name ('coUsers.0.userId'); '' for the whole form. */
export type FieldProblems = Readonly<Record<string, string>>;

export type FormOptions<Values> = {
  /** Read once: later values never overwrite what the user types. */
  initial: Values;
  /** Returns {} when everything is valid; `problemsOf` of the contract converts a schema's error. */
  validate?: (values: Values) => FieldProblems;
  /**
   * Called when the values are valid. Resolves with undefined when saved, or with the problems that the server
   * reported. An exception is passed on to the caller of submit.
   */
  onSubmit: (values: Values) => Promise<FieldProblems | undefined>;
};

export type FormState<Values> = {
  values: Values;
  /** The visible problems: of changed fields that lost the focus, and of all fields once submitting has failed. */
  problems: FieldProblems;
  isDirty: boolean;
  isBusy: boolean;
  /** How often submitting failed since the last save; each failure focuses the summary. */
  failures: number;
};

export type FormStore<Values> = Observable<FormState<Values>> & {
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Called when a field loses the focus. */
  touch: (name: string) => void;
  /** Resets the form to these values, or to the last saved ones. */
  reset: (values?: Values) => void;
  /** Resolves with true when saved. A second call while one is running does nothing. */
  submit: () => Promise<boolean>;
};

/** A faster save does not show the busy state: it would render the whole form twice, ms. */
const BUSY_SHOWN_AFTER_MS = 250;

/** Whether a problem at `path` belongs to the field `name` or to something inside it. */
const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

function keep(problems: FieldProblems, isKept: (path: string) => boolean): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([path]) => isKept(path)));
}

/** State of a form besides its values. */
type Progress<Values> = {
  values: Values;
  /** The values of the last save, or the initial ones. */
  saved: Values;
  /** Fields that have lost the focus. */
  touched: ReadonlySet<string>;
  /** Problems that the server reported for the last attempt. */
  refused: FieldProblems;
  hasTried: boolean;
  failures: number;
  isBusy: boolean;
};

const startingFrom = <Values>(values: Values) => {
  return { values, saved: values, touched: new Set<string>(), refused: {}, hasTried: false, failures: 0 };
};

/** Problems of changed fields that lost the focus; of all fields once submitting has failed. */
function visibleProblems<Values extends Record<string, unknown>>(
  { values, saved, touched, refused, hasTried }: Progress<Values>,
  found: FieldProblems,
): FieldProblems {
  const isShown = (path: string) => {
    const top = path.split('.')[0] ?? '';
    return hasTried || (!isSame(values[top], saved[top]) && [...touched].some((name) => isWithin(path, name)));
  };
  return { ...refused, ...keep(found, isShown) };
}

/** The state of a form, outside React, so that it can be tested without rendering. */
export function createFormStore<Values extends Record<string, unknown>>(
  options: FormOptions<Values>,
): FormStore<Values> {
  const { validate = () => ({}), onSubmit } = options;
  let progress: Progress<Values> = { ...startingFrom(options.initial), isBusy: false };

  const snapshot = (): FormState<Values> => {
    const { values, saved, isBusy, failures } = progress;
    const problems = visibleProblems(progress, validate(values));
    return { values, problems, isDirty: !isSame(values, saved), isBusy, failures };
  };
  const state = observable(snapshot());
  function change(next: Partial<Progress<Values>>) {
    progress = { ...progress, ...next };
    state.set(snapshot());
  }

  async function submit(): Promise<boolean> {
    if (progress.isBusy) return false;
    const sent = progress.values;
    if (Object.keys(validate(sent)).length > 0) {
      change({ refused: {}, hasTried: true, failures: progress.failures + 1 });
      return false;
    }
    const hadRefused = Object.keys(progress.refused).length > 0;
    progress = { ...progress, refused: {}, hasTried: true, isBusy: true };
    if (hadRefused) state.set(snapshot());
    const timer = setTimeout(() => state.set(snapshot()), BUSY_SHOWN_AFTER_MS);
    let outcome: Partial<Progress<Values>> = {};
    try {
      const refused = (await onSubmit(sent)) ?? {};
      const isSaved = Object.keys(refused).length === 0;
      if (!isSaved) outcome = { refused, failures: progress.failures + 1 };
      // Values typed while it was being sent stay.
      else outcome = progress.values === sent ? startingFrom(sent) : { saved: sent };
      return isSaved;
    } finally {
      clearTimeout(timer);
      change({ ...outcome, isBusy: false });
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    set(name, value) {
      const refused = keep(progress.refused, (path) => path !== '' && !isWithin(path, name));
      change({ values: { ...progress.values, [name]: value }, refused });
    },
    touch(name) {
      if (progress.touched.has(name)) return;
      progress = { ...progress, touched: new Set([...progress.touched, name]) };
      // Just found valid; and the press that left the field waits for what it submitted.
      if (progress.isBusy) return;
      const next = snapshot();
      // Most fields are valid when they lose the focus: render only if the problems changed.
      if (!isSame(next.problems, state.get().problems)) state.set(next);
    },
    reset: (values = progress.saved) => change(startingFrom(values)),
    submit,
  };
}
