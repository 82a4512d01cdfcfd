import type { ComponentProps, ReactNode } from 'react';
import type { PostFields, PostKind } from '#contract/board/board.ts';
import { seoulDate } from '#contract/time/time.ts';
import { useNow } from '#src/api/call/server-clock.ts';
import type { FormHandle } from '#src/lib/form/use-form.ts';
import { DateField } from '#src/ui/field/date-field.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';
import { PhotoField } from '#src/ui/photo/photo-field.tsx';
import { TwoColumns } from '#src/ui/two-columns.tsx';
import { postLabels } from './board-words.tsx';

type PostFieldSetProps = {
  /** Fields above the title. */
  children?: ReactNode;
  /** The form of a new post has more fields. */
  form: Pick<FormHandle<PostFields>, 'field' | 'text'>;
  kind: PostKind;
  photos: Omit<ComponentProps<typeof PhotoField>, 'label'>;
};

export function PostFieldSet({ form, kind, photos, children }: PostFieldSetProps) {
  const today = seoulDate(useNow());
  return (
    <TwoColumns
      beside={
        <>
          <FormSection>
            <PhotoField label="사진" {...photos} />
          </FormSection>
          {kind === 'notice' && (
            <FormSection title="알림">
              <DateField
                label={postLabels.untilOn}
                help="비워 두면 계속 알립니다."
                min={today}
                {...form.field('untilOn')}
              />
              <Switch label={postLabels.isPinned} help="목록 맨 위와 첫 화면에 보입니다." {...form.field('isPinned')} />
            </FormSection>
          )}
        </>
      }
    >
      {children}
      <FormSection>
        <TextField label={postLabels.title} isRequired maxLength={100} {...form.text('title')} />
        <TextareaField label={postLabels.text} isRequired rows={8} maxLength={10_000} {...form.text('text')} />
      </FormSection>
    </TwoColumns>
  );
}
