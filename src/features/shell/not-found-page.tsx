import { buttonClass } from '#src/ui/button/button-class.ts';
import { PlainPage } from './plain-page.tsx';
import { ShellLink } from './shell-link.tsx';

/** For unknown and forbidden paths; it does not tell which. */
export function NotFoundPage() {
  return (
    <PlainPage title="찾을 수 없는 화면입니다">
      <p className="text-lg">
        주소가 바뀌었거나, 이 화면을 볼 권한이 없습니다. 필요한 화면이라면 농장주나 관리자에게 권한을 부탁해 주세요.
      </p>
      <p className="text-ink-soft">저장한 기록과 설정은 그대로 있습니다.</p>
      <ShellLink to="/cms/dashboard" className={buttonClass('primary')}>
        처음 화면으로
      </ShellLink>
    </PlainPage>
  );
}
