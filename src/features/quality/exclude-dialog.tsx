import { useId } from 'react';
import { type ExclusionFields, exclude } from '#contract/quality/quality.ts';
import { qualityProblems } from '#contract/quality/quality-text.ts';
import { problemsOf } from '#contract/wire/problem-text.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { useForm } from '#src/lib/form/use-form.ts';
import { instantOf, momentOf } from '#src/lib/moment.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Checkbox } from '#src/ui/field/checkbox.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { MomentField } from '#src/ui/field/moment-field.tsx';
import { TextareaField } from '#src/ui/field/textarea-field.tsx';

/** The proposed exclusion; epoch ms. */
export type Wanted = { channelIndex: number; channelName: string; from: number; to: number | null };

export type ExcludeDialogProps = {
  wanted: Wanted;
  /** Earlier readings cannot be excluded, epoch ms. */
  keptSince: number;
  now: number;
  isOpen: boolean;
  onClose: () => void;
};

type Values = { from: string; to: string; isOpenEnd: boolean; reason: string };

function bodyOf({ from, to, isOpenEnd, reason }: Values, channelIndex: number): ExclusionFields {
  return { channelIndex, from: instantOf(from), to: isOpenEnd ? null : instantOf(to), reason };
}

/** Asks for the range and the reason of an exclusion. Loaded lazily. */
export function ExcludeDialog({ wanted, keptSince, now, isOpen, onClose }: ExcludeDialogProps) {
  const formId = useId();
  const { attempt } = useSave(exclude);
  const { channelIndex, channelName } = wanted;
  const form = useForm<Values>({
    initial: {
      from: momentOf(Math.max(wanted.from, keptSince)),
      to: momentOf(wanted.to ?? now),
      isOpenEnd: wanted.to === null,
      reason: '',
    },
    validate: (values) => {
      const checked = exclude.body.safeParse(bodyOf(values, channelIndex));
      const problems = checked.success ? {} : problemsOf(checked.error);
      // Incomplete input is NaN, whose schema error would not help the user.
      const half = {
        from: Number.isNaN(instantOf(values.from)),
        to: !values.isOpenEnd && Number.isNaN(instantOf(values.to)),
      };
      return {
        ...problems,
        ...(half.from && { from: qualityProblems.instant }),
        ...(half.to && { to: qualityProblems.instant }),
      };
    },
    async onSubmit(values) {
      const outcome = await attempt({ body: bodyOf(values, channelIndex) });
      if ('trouble' in outcome) {
        const { problems, failure } = outcome.trouble;
        return failure ? { ...problems, '': failure.message } : problems;
      }
      showToast(outcome.answer.message);
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog
      title={`${channelName} 값 제외`}
      isOpen={isOpen}
      onClose={() => !form.isBusy && onClose()}
      footer={
        <>
          <Button type="submit" form={formId} variant="primary" isBusy={form.isBusy}>
            값 제외
          </Button>
          <Button onClick={onClose} disabled={form.isBusy}>
            취소
          </Button>
        </>
      }
    >
      <Form form={form} label="값 제외" id={formId}>
        <p className="text-ink-soft">
          정한 시간의 값을 평균, 그래프, 통계에서 뺍니다. 받은 값은 지우지 않으므로 언제든 되돌릴 수 있습니다.
        </p>
        <MomentField
          label="시작"
          isRequired
          {...form.text('from')}
          onChange={(from) => form.set('from', from)}
          min={momentOf(keptSince)}
          max={momentOf(now)}
        />
        <Checkbox label="되돌릴 때까지 계속 제외" {...form.field('isOpenEnd')} />
        {!form.values.isOpenEnd && (
          <MomentField label="끝" isRequired {...form.text('to')} onChange={(to) => form.set('to', to)} />
        )}
        <TextareaField
          label="이유"
          isRequired
          rows={2}
          maxLength={200}
          placeholder="예: 관수하다 센서에 물이 튐"
          {...form.text('reason')}
        />
      </Form>
    </Dialog>
  );
}
