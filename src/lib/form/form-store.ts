import { isSame } from '../is-same.ts';
import { type Observable, observable } from '../observable.ts';

/** What is wrong, by dotted field name ('coUsers.0.userId'); what concerns the whole form stands under ''. */
export type FieldProblems = Readonly<Record<string, string>>;

export type FormOptions<Values> = {
  /** Taken once: what arrives later never overwrites what somebody is typing. */
  initial: Values;
  /** Answers {} when everything is fine; `problemsOf` of the contract makes it from a schema's error. */
  validate?: (values: Values) => FieldProblems;
  /**
   * Runs when nothing is wrong. Resolves with nothing when it is saved, or with what the server refused.
   * What it throws goes on to whoever called submit.
   */
  onSubmit: (values: Values) => Promise<FieldProblems | undefined>;
};

export type FormState<Values> = {
  values: Values;
  /** What the user shall see now: of fields left after a change, of all once submitting has failed. */
  problems: FieldProblems;
  isDirty: boolean;
  isBusy: boolean;
  /** How often submitting was refused since the last saving; each time the summary takes the focus. */
  failures: number;
};

export type FormStore<Values> = Observable<FormState<Values>> & {
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** The user has left the field. */
  touch: (name: string) => void;
  /** Starts over from these values, or from the last saved ones. */
  reset: (values?: Values) => void;
  /** True when it was saved. A second call while one is under way does nothing. */
  submit: () => Promise<boolean>;
};

/** What is done sooner is not said to be under way: the whole form would be drawn twice for it, ms. */
const BUSY_SHOWN_AFTER_MS = 250;

/** Whether a problem at `path` belongs to the field `name` or to something inside it. */
const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

function keep(problems: FieldProblems, isKept: (path: string) => boolean): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([path]) => isKept(path)));
}

/** What a form knows beside its values. */
type Progress<Values> = {
  values: Values;
  /** As they were last saved, or at the beginning. */
  saved: Values;
  /** Fields that the user has left. */
  touched: ReadonlySet<string>;
  /** What the server said of the last attempt. */
  refused: FieldProblems;
  hasTried: boolean;
  failures: number;
  isBusy: boolean;
};

const startingFrom = <Values>(values: Values) => {
  return { values, saved: values, touched: new Set<string>(), refused: {}, hasTried: false, failures: 0 };
};

/** Problems of fields that were left after a change; of all once submitting has failed. */
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

/** The state of a form, apart from React, so that it can be tested without a screen. */
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
      // Whoever typed on while it was sent keeps what was typed.
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
      const next = snapshot();
      // Most fields that are left are as they should be: then there is nothing to draw.
      if (!isSame(next.problems, state.get().problems)) state.set(next);
    },
    reset: (values = progress.saved) => change(startingFrom(values)),
    submit,
  };
}
