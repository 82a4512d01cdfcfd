import { Link } from '@tanstack/react-router';
import UserPlus from 'lucide-react/icons/user-plus';
import { buttonClass } from '#src/ui/button/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { DiskSection } from './disk-section.tsx';

const pages = [
  { to: '/admin/users', title: '사용자', text: '농장주와 관리자를 등록하고, 비밀번호를 새로 만들어 드립니다.' },
  { to: '/admin/lead-farms', title: '선도농가', text: '다른 농장이 견주어 볼 농장을 정합니다.' },
  { to: '/admin/item-codes', title: '품목 코드', text: '작물을 등록할 때 고르는 품목을 정합니다.' },
  { to: '/admin/growth-calendar', title: '생육 달력', text: '품목마다 달력의 온도와 관수를 고칩니다.' },
  { to: '/admin/menus', title: '메뉴와 권한', text: '누가 어느 화면을 보고 바꿀 수 있는지 정합니다.' },
  {
    to: '/admin/weather-services',
    title: '날씨 서비스',
    text: '기상청과 Ambient Weather에서 값을 잘 받고 있는지 봅니다.',
  },
  { to: '/admin/audit', title: '변경 기록', text: '누가 언제 무엇을 바꾸었는지 봅니다.' },
  { to: '/admin/deleted', title: '삭제한 농장과 작물', text: '30일 안에 삭제한 것을 되살립니다.' },
] as const;

/** The start page of administrators: first steps, and all administration pages. */
export function AdminHomePage() {
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title="관리"
        lead="농장주를 사용자로 등록하고 임시 비밀번호를 보내 주세요. 농장은 농장주가 등록합니다."
      />
      <Link to="/admin/users" search={{ open: true }} className={`${buttonClass('primary')} self-start max-sm:w-full`}>
        <UserPlus aria-hidden className="size-5" />
        사용자 등록
      </Link>
      <Card padding="sm" aria-label="관리 화면">
        <ul className="divide-y divide-line">
          {pages.map(({ to, title, text }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex min-h-touch flex-col justify-center rounded-card px-3 py-2.5 hover:bg-sunken"
              >
                <span className="font-semibold text-leaf">{title}</span>
                <span className="text-ink-soft">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <DiskSection />
    </div>
  );
}
