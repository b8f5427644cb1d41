/** Dialogs and drawers that are there while they are open. When they are closed, the focus goes back to where it was; what was typed is not lost by a slip. */
import { Drawer as AntDrawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useRef, useState, type FocusEvent } from 'react';

/** Escape and a click beside it ask before they throw away what was typed; its buttons do not. */
export function Dialog({ onCancel, children, ...props }: Omit<ModalProps, 'open'>) {
  useFocusBack();
  const typed = useTyped();
  const [asking, setAsking] = useState(false);
  const cancel: ModalProps['onCancel'] = (event) => (isOfButton(event) || !typed.isThere() ? onCancel?.(event) : setAsking(true));
  return (
    <>
      <Modal open {...props} onCancel={cancel}><div onFocus={typed.onFocus}>{children}</div></Modal>
      {asking && (
        <Dialog title="Discard what you typed?" okText="Discard" okButtonProps={{ danger: true }} cancelText="Keep Editing" onOk={onCancel} onCancel={() => setAsking(false)}>
          It has not been saved.
        </Dialog>
      )}
    </>
  );
}

const isOfButton = ({ type, target }: { type: string; target: EventTarget | null }): boolean => type === 'click' && target instanceof Element && target.closest('button') !== null;

/** Tells whether a field holds something else than when somebody first came to it. Fields that are no longer there do not count. */
function useTyped(): { onFocus(event: FocusEvent): void; isThere(): boolean } {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>());
  return {
    onFocus({ target }) {
      const isField = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'file');
      if (isField && !before.current.has(target)) before.current.set(target, target.value);
    },
    isThere: () => [...before.current].some(([field, was]) => field.isConnected && field.value !== was),
  };
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
