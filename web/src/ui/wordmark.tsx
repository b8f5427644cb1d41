/** The product's name and mark. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#1f5a47" />
        <path d="M9 8h14v3H9zM11 12h10l1 2v9a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-9z" fill="#f7f5f0" />
        <path d="M10 17h12v3H10z" fill="#d99a2b" />
      </svg>
      Larder
    </span>
  );
}
