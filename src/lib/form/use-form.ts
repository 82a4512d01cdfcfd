import { useLayoutEffect, useRef, useState } from 'react';
import { useObservable } from '../use-observable.ts';
import { createFormStore, type FieldProblems, type FormOptions, type FormState, type FormStore } from './form-store.ts';

type TypedIn = { readonly target: { readonly value: string } };

/** Props of a field whose onChange receives the value: number, date, switch, checkbox, select, combobox, chips. */
export type FieldBinding<Value> = {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
};

/** Props of a text field: text, textarea, password. */
type TextBinding = {
  name: string;
  value: string;
  onChange: (event: TypedIn) => void;
  error: string | undefined;
};

type TextName<Values> = { [Name in keyof Values & string]: Values[Name] extends string ? Name : never }[keyof Values &
  string];

export type FormHandle<Values> = FormState<Values> &
  Pick<FormStore<Values>, 'set' | 'touch' | 'reset' | 'submit'> & {
    /** Whether leaving would lose changes. */
    hasUnsaved: boolean;
    /** The error of a field by dotted name; for rows of a list. */
    errorOf: (name: string) => string | undefined;
    /** `<NumberField label="면적" {...form.field('areaM2')} />` */
    field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
    /** `<TextField label="이름" {...form.text('farmName')} />` */
    text: (name: TextName<Values>) => TextBinding;
  };

/** The values, problems and submit function of a form. Pass the result to `<Form form={…}>`. */
export function useForm<Values extends Record<string, unknown>>(options: FormOptions<Values>): FormHandle<Values> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [store] = useState(() =>
    createFormStore<Values>({
      initial: options.initial,
      validate: (values): FieldProblems => latest.current.validate?.(values) ?? {},
      onSubmit: (values) => latest.current.onSubmit(values),
    }),
  );
  const state = useObservable(store);
  const { set, touch, reset, submit } = store;
  const errorOf = (name: string) => state.problems[name];
  return {
    ...state,
    set,
    touch,
    reset,
    submit,
    hasUnsaved: state.isDirty && !state.isBusy,
    errorOf,
    field: (name) => ({
      name,
      value: state.values[name],
      onChange: (value) => set(name, value),
      error: errorOf(name),
    }),
    text: (name) => ({
      name,
      value: String(state.values[name]),
      // TextName allows only names of string values; TypeScript cannot carry that into `set`.
      onChange: ({ target }) => set(name, target.value as Values[typeof name]),
      error: errorOf(name),
    }),
  };
}
