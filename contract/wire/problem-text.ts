import type * as z from 'zod/mini';

/** Korean messages for a problem of one field. */
const words = {
  missing: '입력해 주세요.',
  number: '숫자로 입력해 주세요.',
  whole: '소수점 없이 정수로 입력해 주세요.',
  date: '날짜를 2026-11-21처럼 입력해 주세요.',
  email: '이메일 주소를 name@example.com처럼 입력해 주세요.',
  format: '형식을 확인해 주세요.',
  choice: '목록에서 골라 주세요.',
  unknown: '입력한 내용을 확인해 주세요.',
};

/** The message for a field that its schema refused; a message in the schema itself has priority. */
export function problemSentence(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string {
  if (issue.message && /\p{Script=Hangul}/u.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' ? words.number : words.missing;
    case 'too_small': {
      if (issue.origin === 'string')
        return issue.minimum === 1 ? words.missing : `${issue.minimum}자 이상 입력해 주세요.`;
      if (issue.origin === 'array') return `${issue.minimum}개 이상 골라 주세요.`;
      return issue.inclusive
        ? `${grouped(issue.minimum)} 이상으로 입력해 주세요.`
        : `${grouped(issue.minimum)}보다 크게 입력해 주세요.`;
    }
    case 'too_big': {
      if (issue.origin === 'string') return `${issue.maximum}자까지 입력할 수 있습니다.`;
      if (issue.origin === 'array') return `${issue.maximum}개까지 고를 수 있습니다.`;
      return issue.inclusive
        ? `${grouped(issue.maximum)} 이하로 입력해 주세요.`
        : `${grouped(issue.maximum)}보다 작게 입력해 주세요.`;
    }
    case 'invalid_format':
      if (issue.format === 'email') return words.email;
      return issue.format === 'date' ? words.date : words.format;
    case 'invalid_value':
      return words.choice;
    case 'not_multiple_of':
      return words.whole;
    default:
      return words.unknown;
  }
}

/** A number for people: '1,000,000'. */
function grouped(limit: number | bigint): string {
  return String(limit).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The first message per field, by dotted path; '' for problems of the whole input. */
export function problemsOf(error: z.core.$ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of error.issues.flatMap(flatIssues)) problems[issue.path.join('.')] ??= problemSentence(issue);
  return problems;
}

/** When no form of a union fits, the problem of the closest form is reported: the one with the longest path. */
function flatIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || /\p{Script=Hangul}/u.test(issue.message)) return [issue];
  const depthOf = (form: readonly z.core.$ZodIssue[]) => Math.max(...form.map(({ path }) => path.length));
  const [first, ...others] = issue.errors;
  if (!first) return [issue];
  const nearest = others.reduce((best, form) => (depthOf(form) > depthOf(best) ? form : best), first);
  return nearest.flatMap((one) => flatIssues({ ...one, path: [...issue.path, ...one.path] }));
}
