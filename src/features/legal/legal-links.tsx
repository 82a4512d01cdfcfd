import { Link } from '@tanstack/react-router';

const linkClass = 'inline-flex min-h-touch items-center text-ink-soft hover:text-leaf hover:underline';

/** Links to policy and terms, for users without a session. */
export function LegalLinks() {
  return (
    <p className="flex flex-wrap justify-center gap-x-6">
      <Link to="/cms/policy" className={`${linkClass} font-semibold`}>
        개인정보처리방침
      </Link>
      <Link to="/cms/terms" className={linkClass}>
        이용약관
      </Link>
    </p>
  );
}
