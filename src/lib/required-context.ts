import { type Context, createContext, useContext } from 'react';

/**
 * A context without a default value, and its hook: outside a provider the hook throws an error with the context's
 * name.
 */
export function requiredContext<T>(name: string): [context: Context<T | null>, use: () => T] {
  const context = createContext<T | null>(null);
  function useRequired(): T {
    const value = useContext(context);
    if (value === null) throw new Error(`no ${name} is provided here`);
    return value;
  }
  return [context, useRequired];
}
