/** Looking back: chooses the moment a screen shows, and says that it is not now. */
import { HistoryOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { useAsOf } from '../lib/time/use-as-of.js';
import { zoneName } from '../lib/format.js';
import { formatDateTime } from '../lib/money-and-time.js';
import { late } from './late.js';
import { Coming } from './loading.js';

const here = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

// Dialog and field are a tenth of what the dashboard would load before anything is seen.
const LookBackDialog = late(async () => (await import('./look-back-dialog.js')).LookBackDialog);

export function LookBackButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<HistoryOutlined />} onClick={() => setOpen(true)}>Look back</Button>
      {open && <Suspense fallback={<Coming />}><LookBackDialog here={here} onClose={() => setOpen(false)} /></Suspense>}
    </>
  );
}

/** Nothing while the screen shows now. */
export function LookingBack({ children }: { children?: string }) {
  const { asOf, lookAt } = useAsOf();
  if (!asOf) return null;
  return <Alert className="failure" role="status" type="info" showIcon icon={<HistoryOutlined />} title={`As it was on ${formatDateTime(asOf)}, ${here}`} description={children} action={<Button size="small" onClick={() => lookAt(undefined)}>Back to now</Button>} />;
}
