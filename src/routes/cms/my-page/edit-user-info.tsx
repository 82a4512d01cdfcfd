import { createFileRoute } from '@tanstack/react-router';
import { MyPage } from '#src/features/user/my-page.tsx';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/my-page/edit-user-info')({ component: EditUserInfo });

function EditUserInfo() {
  useTitle('내 정보');
  return <MyPage />;
}
