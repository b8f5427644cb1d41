/** Lets React work on while the browser translates the page: a translator takes texts out and puts elements of its own in their places, of which React knows nothing. */

/** What stands where a text of React's was, and the texts it stands for, in their order. */
const standIns = new WeakMap<Node, Element>();
const texts = new WeakMap<Element, Text[]>();
/** Taken out by the page itself. */
const removed = new WeakSet<Node>();

const isStandIn = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font';

/** Chromium's translators replace a text, or put their element beside it and take it out. */
function note({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  for (const text of removedNodes) {
    if (!(text instanceof Text) || removed.has(text) || text.isConnected) continue;
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
    if (!standIn) continue;
    standIns.set(text, standIn);
    texts.set(standIn, [...(texts.get(standIn) ?? []), text]);
  }
}

/**
 * Call once, before React renders. From then on a text that React changes, moves or takes away comes back first, from wherever a translator had put
 * another: without that the page shows what has long changed, or breaks. The translator translates what has come back.
 */
export function bearTranslators(): void {
  const watch = new MutationObserver((records) => records.forEach(note));
  watch.observe(document.documentElement, { subtree: true, childList: true });
  const putBack = (node: Node): void => {
    if (!(node instanceof Text)) return;
    watch.takeRecords().forEach(note);
    const standIn = standIns.get(node);
    if (!standIn) return;
    const back = texts.get(standIn) ?? [];
    for (const text of back) standIns.delete(text);
    texts.delete(standIn);
    if (standIn.parentNode) standIn.replaceWith(...back);
  };

  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text);
      if (!this.isConnected) putBack(this);
    },
  });
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) putBack(child);
    removed.add(child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    if (before && before.parentNode !== this) putBack(before);
    if (!child.parentNode) putBack(child);
    removed.delete(child);
    return insertBefore.call(this, child, before) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, child: T): T {
    if (!child.parentNode) putBack(child);
    removed.delete(child);
    return appendChild.call(this, child) as T;
  };
}
