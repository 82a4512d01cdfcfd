import { ConfigError } from '../../config.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The call of an operator program. */
export type Called = {
  args: readonly string[];
  env: Env;
  /** Prints a line for the operator. */
  say(line: string): void;
  now(): number;
};

/** The exit code of each kind of failure, for scripts. */
export const exitCodes = { usage: 2, noRoom: 3, busy: 4, damaged: 5, newer: 6, unreachable: 7 } as const;
export type FailureKind = keyof typeof exitCodes;

/** A message code with its values. */
export type Sentence<Code extends string> = { code: Code; [value: string]: string | number };

/** A failure with a message for the operator. */
export class OperatorFailure<Code extends string> extends Error {
  readonly kind: FailureKind;
  readonly said: Sentence<Code>;

  constructor(kind: FailureKind, said: Sentence<Code>, options?: ErrorOptions) {
    super(said.code, options);
    this.kind = kind;
    this.said = said;
  }
}

/** The messages of a program by language; `{name}` is replaced by a value. */
export type Texts<Code extends string> = Readonly<Record<'english' | 'korean', Readonly<Record<Code, string>>>>;

/** The message in the language of the terminal. */
export function sentenceIn<Code extends string>(
  texts: Texts<Code>,
  { code, ...values }: Sentence<Code>,
  env: Env,
): string {
  const isKorean = (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').startsWith('ko');
  const text = texts[isKorean ? 'korean' : 'english'][code];
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

type Program<Code extends string> = {
  /** The message that explains the arguments. */
  usage: Code;
  texts: Texts<Code>;
  isOwn(error: unknown): error is OperatorFailure<Code>;
};

/** Runs a program, prints its messages or its failure, and returns the exit code. */
export async function runProgram<Code extends string>(
  { env, say }: Called,
  { usage, texts, isOwn }: Program<Code>,
  work: () => Promise<readonly Sentence<Code>[]>,
): Promise<number> {
  try {
    for (const said of await work()) say(sentenceIn(texts, said, env));
    return 0;
  } catch (error) {
    const failure = isMisuse(error) ? misuse(usage) : isOwn(error) ? error : undefined;
    if (failure) {
      say(sentenceIn(texts, failure.said, env));
      return exitCodes[failure.kind];
    }
    say(error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error));
    return 1;
  }
}

const misuse = <Code extends string>(usage: Code) => new OperatorFailure<Code>('usage', { code: usage });

const isMisuse = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
