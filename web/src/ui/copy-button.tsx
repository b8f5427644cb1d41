/** Copies what is shown beside it. Only secure origins have a clipboard; what is shown can be marked by hand everywhere. */
import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useToasts } from './toasts.js';

/** @param what the name of the text, as in 'Claim code' */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const toasts = useToasts();
  if (!('clipboard' in navigator)) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => toasts.good(`${what} copied`), () => toasts.bad(`The ${what.toLowerCase()} could not be copied. Please select it by hand.`));
  return <Button size="small" icon={<CopyOutlined />} aria-label={`Copy the ${what.toLowerCase()}`} onClick={() => void copy()}>Copy</Button>;
}
