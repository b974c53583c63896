// What is shown now, or was last: something that goes for a while stays as it was, and nothing is done for it meanwhile.

/** What `now` gives, and while it gives nothing, what it gave last. */
export function lasting<T>(now: () => T | undefined): { readonly value: T | undefined } {
  let last: T | undefined;
  const value = $derived((last = now() ?? last));
  return {
    get value() {
      return value;
    },
  };
}
