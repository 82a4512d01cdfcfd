import ExternalLink from 'lucide-react/icons/external-link';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { HoverMenu } from '#src/ui/hover-menu.tsx';
import { ShellLink } from './shell-link.tsx';

/** The operator of this installation. Missing fields are not shown. */
export type Operator = { company?: string; name?: string; phone?: string };

const linkClass = 'inline-flex min-h-touch items-center font-medium text-ink-soft hover:text-leaf hover:underline';

const NEW_WINDOW = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Policy and terms, the operator, the related site and the public pest management system. */
export function ShellFooter({ operator }: { operator: Operator | undefined }) {
  const lines = operator
    ? [operator.company, operator.name && `담당자 ${operator.name}`].filter((line) => line !== undefined && line !== '')
    : [];
  return (
    <footer data-frame className="border-t border-line">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-6 px-4 py-1 sm:py-3 md:gap-y-1 md:px-6 md:py-5">
        <div>
          <div className="flex flex-wrap gap-x-6">
            <ShellLink to="/cms/policy" className={`${linkClass} font-semibold`}>
              개인정보처리방침
            </ShellLink>
            <ShellLink to="/cms/terms" className={linkClass}>
              이용약관
            </ShellLink>
          </div>
          {operator && (
            <address className="flex flex-wrap gap-x-4 text-ink-soft not-italic">
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              {operator.phone && (
                <a href={`tel:${operator.phone}`} className="hover:underline">
                  전화 {operator.phone}
                </a>
              )}
            </address>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <HoverMenu label="관련 사이트" placement="above" className={buttonClass()}>
            <li>
              <a
                href="https://agri.jeju.go.kr"
                {...NEW_WINDOW}
                className="flex min-h-touch items-center gap-2 rounded-lg px-3 hover:bg-leaf-tint hover:text-leaf-strong"
              >
                제주특별자치도 농업기술원
                <ExternalLink aria-hidden className="size-4" />
                <span className="sr-only">(새 창)</span>
              </a>
            </li>
          </HoverMenu>
          <a href="https://ncpms.rda.go.kr" {...NEW_WINDOW} className={buttonClass()}>
            병해충 관리 시스템
            <ExternalLink aria-hidden className="size-4" />
            <span className="sr-only">(새 창)</span>
          </a>
        </div>
      </div>
    </footer>
  );
}
