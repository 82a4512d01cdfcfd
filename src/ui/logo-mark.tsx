/** The logo: a greenhouse with a tangerine in it. Decorative; the name is beside it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" fill="none" className={className}>
      <path
        d="M4 35V19C4 10 11 4 20 4s16 6 16 15v16"
        className="fill-leaf-tint stroke-leaf"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M20 4v8M4 20h8m16 0h8" className="stroke-leaf" strokeWidth="2" strokeLinecap="round" opacity="0.55" />
      <circle cx="20" cy="25" r="8.5" className="fill-accent" />
      <path d="M20 17.5c.4-3.4 2.8-5.4 6.6-5.2-.2 3.7-2.7 5.7-6.6 5.2Z" className="fill-leaf" />
      <path d="M2 35.5h36" className="stroke-leaf" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
