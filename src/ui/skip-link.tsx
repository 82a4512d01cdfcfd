/** The first tab stop: skips the header to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-40 rounded-card bg-raised px-5 py-3 font-semibold text-leaf shadow-raised focus:translate-y-0"
    >
      본문으로 건너뛰기
    </a>
  );
}
