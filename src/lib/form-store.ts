import { isSame } from './is-same.ts';
import { type Observable, observable } from './observable.ts';

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

/** Whether a problem at `path` belongs to the field `name` or to something inside it. */
const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);

function keep(problems: FieldProblems, isKept: (path: string) => boolean): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([path]) => isKept(path)));
}

/** The state of a form, apart from React, so that it can be tested without a screen. */
export function createFormStore<Values extends Record<string, unknown>>(
  options: FormOptions<Values>,
): FormStore<Values> {
  const { validate = () => ({}), onSubmit } = options;
  let values = options.initial;
  let saved = options.initial;
  let refused: FieldProblems = {};
  let hasTried = false;
  let failures = 0;
  let isBusy = false;
  const touched = new Set<string>();

  function visibleProblems(): FieldProblems {
    const found = validate(values);
    const isShown = (path: string) => {
      const top = path.split('.')[0] ?? '';
      return hasTried || (!isSame(values[top], saved[top]) && [...touched].some((name) => isWithin(path, name)));
    };
    return { ...refused, ...keep(found, isShown) };
  }
  const snapshot = (): FormState<Values> => ({
    values,
    problems: visibleProblems(),
    isDirty: !isSame(values, saved),
    isBusy,
    failures,
  });
  const state = observable(snapshot());
  const publish = () => state.set(snapshot());
  function startFrom(next: Values) {
    values = next;
    saved = next;
    refused = {};
    hasTried = false;
    failures = 0;
    touched.clear();
  }

  async function submit(): Promise<boolean> {
    if (isBusy) return false;
    refused = {};
    hasTried = true;
    if (Object.keys(validate(values)).length > 0) {
      failures += 1;
      publish();
      return false;
    }
    const sent = values;
    isBusy = true;
    publish();
    try {
      refused = (await onSubmit(sent)) ?? {};
      if (Object.keys(refused).length > 0) failures += 1;
      // Whoever typed on while it was sent keeps what was typed.
      else if (values === sent) startFrom(sent);
      else saved = sent;
      return Object.keys(refused).length === 0;
    } finally {
      isBusy = false;
      publish();
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    set(name, value) {
      values = { ...values, [name]: value };
      refused = keep(refused, (path) => path !== '' && !isWithin(path, name));
      publish();
    },
    touch(name) {
      if (touched.has(name)) return;
      touched.add(name);
      publish();
    },
    reset(next = saved) {
      startFrom(next);
      publish();
    },
    submit,
  };
}
