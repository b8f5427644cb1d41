/** Follows a receipt while something about it may still change: asked for every 3 s until it is settled. */
import { useEffect, useState } from 'react';
import type { Receipt, ReceiptRef } from '@larder/contracts/vending/receipts.js';
import { fetchReceipt, type Failure } from '../call.js';

const POLL_MS = 3000;
/** The sale is written a moment after the payment. */
const SOON_MS = 500;

export interface FollowedReceipt {
  receipt?: Receipt;
  failure?: Failure;
  accept(receipt: Receipt): void;
}

/** @param isComing it is known to be on its way, so that not getting it yet, for whatever reason, is no failure */
export function useReceipt({ token, proof }: ReceiptRef, isComing: boolean): FollowedReceipt {
  const [followed, setFollowed] = useState<Omit<FollowedReceipt, 'accept'>>({});
  const isOpen = followed.receipt ? !followed.receipt.settled : followed.failure?.code !== 'NOT_FOUND';

  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async () => {
      const answer = await fetchReceipt({ token, proof });
      if (left) return;
      if (answer.ok) setFollowed({ receipt: answer.data });
      else if (!isComing) setFollowed(({ receipt }) => (receipt ? { receipt } : { failure: answer }));
      timer = setTimeout(() => void ask(), isComing && !answer.ok && answer.code === 'NOT_FOUND' ? SOON_MS : POLL_MS);
    };
    void ask();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [token, proof, isComing, isOpen]);

  return { ...followed, accept: (receipt) => setFollowed({ receipt }) };
}
