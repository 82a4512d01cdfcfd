import { AUTH_BASE_PATH, SIGN_IN_PATH } from '#contract/user/auth.ts';
import { authPageWords, signInErrorText } from '#contract/user/sign-in-text.ts';

/** The pages that the server renders itself: plain HTML, so that they work even when the app does not load. */

/** `error` only selects a text and is never printed, so a link cannot inject text into the page. */
export function errorPage(error: string): { status: 200 | 403 | 500; html: string } {
  const known = pageErrors.find(({ code }) => code.toLowerCase() === error.toLowerCase());
  const title = known?.code === 'Configuration' ? authPageWords.serverProblem : authPageWords.signInFailed;
  return {
    status: known?.status ?? 200,
    html: page(title, `<p>${signInErrorText(known?.code ?? error)}</p>${toSignIn}`),
  };
}

const pageErrors = [
  { code: 'Configuration', status: 500 },
  { code: 'AccessDenied', status: 403 },
  { code: 'Verification', status: 403 },
] as const;

/** For browsers without JavaScript, and for a sign-out whose token did not match. The token is hexadecimal. */
export function signOutPage(csrfToken: string): string {
  const { signOutTitle, signOutQuestion, signOutButton } = authPageWords;
  return page(
    signOutTitle,
    `<p>${signOutQuestion}</p>
<form method="post" action="${AUTH_BASE_PATH}/signout">
<input type="hidden" name="csrfToken" value="${csrfToken}">
<button type="submit">${signOutButton}</button>
</form>`,
  );
}

const toSignIn = `<p><a href="${SIGN_IN_PATH}">${authPageWords.toSignIn}</a></p>`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}
