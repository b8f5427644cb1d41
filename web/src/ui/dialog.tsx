/** Dialogs and drawers that are there while they are open. When they are closed, the focus goes back to where it was; what was typed is not lost by a slip. */
import { Button, Drawer as AntDrawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useState, type FocusEvent, type FormEvent } from 'react';
import { useBlocker } from 'react-router';
import { isClosing } from '../lib/use-opened.js';
import { Entries, isTyped, noteShownOnce } from './typed.js';

/** Escape, a click beside it and the browser's Back ask before they throw away what was typed; its buttons do not. */
export function Dialog({ onCancel, children, ...props }: Omit<ModalProps, 'open'>) {
  useFocusBack();
  const { close, question, inside } = useKeeping(onCancel);
  return (
    <>
      <Modal open {...props} onCancel={close}><div {...inside}>{children}</div></Modal>
      {question}
    </>
  );
}

/** What nobody can be shown again: closed by its button only, and whoever goes back or loads the page anew is asked first. */
export function ShownOnce({ onKept, okText, children, ...props }: Pick<ModalProps, 'title' | 'okText' | 'children'> & { onKept(): void }) {
  useFocusBack();
  useEffect(noteShownOnce, []);
  const leaving = useBlocker(({ historyAction }) => historyAction === 'POP' && !isClosing());
  return (
    <>
      <Modal open {...props} closable={false} keyboard={false} mask={{ closable: false }} footer={<Button type="primary" onClick={onKept}>{okText}</Button>}>{children}</Modal>
      {leaving.state === 'blocked' && (
        <Dialog title="Leave without keeping it?" okText="Leave" okButtonProps={{ danger: true }} cancelText="Stay" onOk={() => leaving.proceed()} onCancel={() => leaving.reset()}>
          It is not shown again.
        </Dialog>
      )}
    </>
  );
}

/** As {@link Dialog}. */
export function Drawer({ onClose, children, ...props }: Omit<DrawerProps, 'open'>) {
  useFocusBack();
  const { close, question, inside } = useKeeping(onClose);
  return (
    <>
      <AntDrawer open {...props} onClose={close}><div {...inside}>{children}</div></AntDrawer>
      {question}
    </>
  );
}

interface Closing {
  type: string;
  target: EventTarget | null;
}

/** How to close, with a question where something was typed, and what its inside has to tell. */
function useKeeping<E extends Closing>(onClose: ((event: E) => void) | undefined) {
  const [entries] = useState(() => new Entries());
  const [asking, setAsking] = useState<E>();
  const leaving = useBlocker(({ historyAction }) => historyAction === 'POP' && !isClosing() && entries.areChanged());
  const isLeaving = leaving.state === 'blocked';
  return {
    inside: { onFocus: ({ target }: FocusEvent) => entries.come(target), onChange: ({ target }: FormEvent) => entries.choose(target) },
    close: (event: E) => (isOfButton(event) || !entries.areChanged() ? onClose?.(event) : setAsking(event)),
    question: (isLeaving || asking) && <Discard onDiscard={() => (isLeaving ? leaving.proceed() : asking && onClose?.(asking))} onKeep={() => (isLeaving ? leaving.reset() : setAsking(undefined))} />,
  };
}

const Discard = ({ onDiscard, onKeep }: { onDiscard(): void; onKeep(): void }) => (
  <Dialog title="Discard what you typed?" okText="Discard" okButtonProps={{ danger: true }} cancelText="Keep Editing" onOk={onDiscard} onCancel={onKeep}>
    It has not been saved.
  </Dialog>
);

/** Stands in a form of a page while something is typed there: whoever goes to another page is asked first. */
export function KeepTyped() {
  const leaving = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isTyped());
  return leaving.state === 'blocked' && <Discard onDiscard={() => leaving.proceed()} onKeep={() => leaving.reset()} />;
}

const isOfButton = ({ type, target }: Closing): boolean => type === 'click' && target instanceof Element && target.closest('button') !== null;

/** Where the focus went back to last. */
let last: Element | null = null;

/** Antd does so after fading out, for which what is taken away at once has no time. */
function useFocusBack(): void {
  const [opener] = useState(() => ({ element: document.activeElement, inDialog: document.activeElement?.closest('[role="dialog"]') != null }));
  useEffect(() => () => {
    // What opened a dialog that follows another one went with it.
    if (opener.element?.isConnected || !opener.inDialog) last = opener.element;
    if (last instanceof HTMLElement) giveFocus(last);
  }, [opener]);
}

/** What was deleted takes its button along a moment later: reading goes on at the title then, not at the top of everything. */
function giveFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const watch = new MutationObserver(() => {
    if (element.isConnected) return;
    watch.disconnect();
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  });
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => watch.disconnect(), { once: true });
}
