/** Dialogs and drawers that are there while they are open. When they are closed, the focus goes back to where it was. */
import { Drawer as AntDrawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useState } from 'react';

export function Dialog(props: Omit<ModalProps, 'open'>) {
  useFocusBack();
  return <Modal open {...props} />;
}

export function Drawer(props: Omit<DrawerProps, 'open'>) {
  useFocusBack();
  return <AntDrawer open {...props} />;
}

/** Where the focus went back to last. */
let last: Element | null = null;

/** Antd does so after fading out, for which what is taken away at once has no time. */
function useFocusBack(): void {
  const [opener] = useState(() => ({ element: document.activeElement, inDialog: document.activeElement?.closest('[role="dialog"]') != null }));
  useEffect(() => () => {
    // What opened a dialog that follows another one went with it.
    if (opener.element?.isConnected || !opener.inDialog) last = opener.element;
    if (last instanceof HTMLElement) last.focus({ preventScroll: true });
  }, [opener]);
}
