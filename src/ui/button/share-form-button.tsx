import { fieldFacts } from '../field-words.tsx';
import { ShareButton } from './share-button.tsx';

type ShareFormButtonProps = {
  /** Name of the form: '작물 등록'. */
  label: string;
  /** What is typed into it, by field. */
  values: Readonly<Record<string, unknown>>;
};

/** Shares what is typed into a form as plain text, for it can be kept nowhere else. */
export function ShareFormButton({ label, values }: ShareFormButtonProps) {
  const text = [label, ...fieldFacts(values).map((fact) => `${fact.label}: ${fact.value}`)].join('\n');
  return <ShareButton label="내용 공유" title={label} text={text} />;
}
